// Passkeys: the server says what to sign, the browser's authenticator signs it, and the form sends it.
// Values are read one by one: what extensions put in the place of a credential has no `toJSON`.

import { notice } from "./notice.js";
import { request } from "./request.js";

const said = document.getElementById("notice").dataset;
const SENTENCES = { NotAllowedError: said.cancelled, InvalidStateError: said.known };

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
const text = (buffer) =>
  buffer && btoa(String.fromCharCode(...new Uint8Array(buffer))).replace(/\+/g, "-").replace(/\//g, "_").replace(/=/g, "");

function asked(options) {
  for (const one of options.excludeCredentials ?? []) one.id = bytes(one.id);
  if (options.user) options.user.id = bytes(options.user.id);
  return { ...options, challenge: bytes(options.challenge) };
}

function signed({ id, rawId, type, response }) {
  const found = { transports: response.getTransports?.() ?? [] };
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"])
    if (response[name]) found[name] = text(response[name]);
  return JSON.stringify({ id, rawId: text(rawId), type, response: found });
}

async function ask(form) {
  const body = new URLSearchParams(new FormData(form));
  const answer = await request(form.dataset.passkey, { method: "POST", headers: { "HX-Request": "true" }, body });
  if (answer.ok) return asked(await answer.json());
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  throw new Error(page.body.textContent.trim());
}

async function send(form) {
  notice("");
  try {
    const publicKey = await ask(form);
    const found = publicKey.user
      ? await navigator.credentials.create({ publicKey })
      : await navigator.credentials.get({ publicKey });
    form.elements.credential.value = signed(found);
    form.submit();
  } catch (error) {
    notice(SENTENCES[error.name] ?? error.message);
  }
}

for (const form of document.querySelectorAll("[data-passkey]")) {
  const button = form.querySelector("button");
  if (!window.PublicKeyCredential) notice(said.lacks);
  else button.disabled = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    event.stopPropagation(); // so that it may be sent again: nothing was sent yet
    send(form);
  });
}
