"""Rules are translated once each, and compiled to machine code together with all their callers.

Numba makes every function ready to be called by itself. So a rule eight calls deep would be
optimised eight times, and once more for each compiled function. Here a rule is only translated to
LLVM's intermediate representation (:class:`Rule`). A function that Python calls is linked with
everything it calls (:func:`compile_together`), then optimised and compiled as a whole.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numba
from numba.core import event
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import (
    CompilerBase,
    DefaultPassBuilder,
    Flags,
    compile_extra,
    compile_result,
)
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.serialize import dumps
from numba.core.typed_passes import NativeLowering


class _Part(JITCodeLibrary):
    """A translated function, neither optimised nor machine code, to be linked into others."""

    def finalize(self) -> None:
        self._finalized = True

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def own_module(self) -> Any:
        """Return this function without those that it calls."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """Return this function with those that it calls, for libraries that link nothing else."""
        module = self.own_module().clone()
        for library in _callers_first(self._linking_libraries):
            module.link_in(_module(library), preserve=True)
        return module


class _Whole(JITCodeLibrary):
    """Functions that Python calls, with all parts that they reach, each linked once."""

    def finalize(self) -> None:
        for library in _callers_first(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(_module(library), preserve=True)
        self._linking_libraries = []
        super().finalize()


def _module(library: Any) -> Any:
    return library.own_module() if isinstance(library, _Part) else library._get_module_for_linking()


def _callers_first(libraries: Sequence[Any]) -> list[Any]:
    """Return these libraries and those their parts call, each before the ones it calls.

    LLVM leaves out a function that nothing has asked for yet when it is linked.
    """
    ordered: dict[Any, None] = {}

    def visit(library: Any) -> None:
        if library not in ordered:
            if isinstance(library, _Part):
                for called in reversed(library._linking_libraries):
                    visit(called)
            ordered[library] = None

    for library in reversed(libraries):
        visit(library)
    return [*reversed(ordered)]


@register_pass(mutates_CFG=True, analysis_only=False)
class _PartLowering(NativeLowering):
    """Numba's lowering, without wrappers for calls from Python."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        context = state.targetctx
        state.library = _Part(context.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        key = object()
        context.insert_user_function(key, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=key)
        return True


class _PartCompiler(CompilerBase):
    """Numba's compiler, which stops as soon as a function can be linked."""

    def define_pipelines(self) -> list[Any]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (_PartLowering, why) if made is NativeLowering else (made, why)
            for made, why in passes.passes
        ]
        passes.finalize()
        return [passes]


class Rule(CPUDispatcher):
    """A function as compiled code calls it."""

    def __init__(self, function: Callable[..., Any], **options: Any) -> None:
        """``options`` are Numba's."""
        parts = {"nopython": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(
            function, targetoptions=options | parts, locals={}, pipeline_class=_PartCompiler
        )

    def add_overload(self, cres: Any) -> None:
        """Store a compiled part where compiled code finds it and Python does not."""
        self.overloads[tuple(cres.signature.args)] = cres


# -- linking ---------------------------------------------------------------------------------


@contextmanager
def count_compiled(compiled: Callable[[Any], None]) -> Iterator[None]:
    """Call ``compiled`` with each Python function when its part is ready."""

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            compiled(event.data["dispatcher"].py_func)

    with event.install_listener("numba:compile", Listener()):
        yield


def compile_together(
    name: str, functions: Sequence[tuple[Callable[..., Any], Any]], **options: Any
) -> tuple[list[Any], bytes]:
    """Compile functions, each for one signature, as one piece of machine code.

    Returns the callables in the same order, and the bytes from which :func:`load_code` restores
    them.
    """
    with global_compiler_lock:
        typing, context = cpu_target.typing_context, cpu_target.target_context
        typing.refresh()
        context.refresh()
        whole = _Whole(context.codegen(), name)
        whole.enable_object_caching()
        results = []
        for function, signature in functions:
            flags: Any = Flags()
            flag_options = options | {"nopython": True, "no_cfunc_wrapper": True}
            cpu_target.options.parse_as_flags(flags, flag_options)
            flags.no_compile = True
            results.append(
                compile_extra(
                    typing,
                    context,
                    function,
                    signature.args,
                    signature.return_type,
                    flags,
                    {},
                    whole,
                )
            )
        whole.finalize()
        code = whole.serialize_using_object_code()
        lists = [result.reload_init for result in results]
        environments = results[0]._find_referenced_environments()
        for result in results:
            result.fndesc.typemap = result.fndesc.calltypes = None  # they can't be pickled
        entries = [(r.fndesc, r.environment, r.signature) for r in results]
        saved: bytes = dumps(
            (code, entries, environments, [load for each in lists for load in each])
        )
        _set(whole, environments)
        return [
            _callable(function, whole, *entry, **options)
            for (function, _), entry in zip(functions, entries, strict=True)
        ], saved


def load_code(saved: bytes, functions: Sequence[Callable[..., Any]], **options: Any) -> list[Any]:
    """Return what :func:`compile_together` made of the same functions with the same options."""
    with global_compiler_lock:
        context = cpu_target.target_context
        rtsys.initialize(context)  # not all of Numba's compiler: that takes half a second
        code, entries, environments, reload = pickle.loads(saved)
        for load in reload:
            load()
        whole = context.codegen().unserialize_library(code)
        _set(whole, environments)
        return [
            _callable(function, whole, *entry, **options)
            for function, entry in zip(functions, entries, strict=True)
        ]


def _callable(
    function: Callable[..., Any],
    whole: Any,
    fndesc: Any,
    environment: Any,
    signature: Any,
    **options: Any,
) -> Any:
    """Return a Numba function that has this one signature."""
    context = cpu_target.target_context
    result = compile_result(
        typing_context=cpu_target.typing_context,
        target_context=context,
        library=whole,
        environment=environment,
        entry_point=context.get_executable(whole, fndesc, environment),
        fndesc=fndesc,
        signature=signature,
        objectmode=False,
        reload_init=[],
    )
    made = numba.njit(function, **options)
    made.add_overload(result)
    made.disable_compile()
    return made


def _set(whole: Any, environments: Sequence[Any]) -> None:
    for environment in environments:
        whole.codegen.set_env(environment.env_name, environment)
