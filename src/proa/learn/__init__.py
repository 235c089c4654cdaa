"""Training small networks that play: choices of a teacher, training, and the file of weights.

Only :mod:`proa.learn.model` and :mod:`proa.learn.training` need PyTorch (extra ``learn``).
"""
