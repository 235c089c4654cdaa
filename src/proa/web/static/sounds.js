// The sounds of the table, fetched when they are first heard.

import { request } from "./request.js";

const VOLUMES = { quiet: 0.2, on: 0.8 };
const page = document.body.dataset;
const context = new AudioContext();
const known = new Map();

async function decoded(name) {
  const answer = await request(page.sounds.replace("turn", name), { quiet: true });
  if (!answer.ok) throw new Error(answer.statusText);
  return context.decodeAudioData(await answer.arrayBuffer());
}

/** Play a sound by its name. */
export async function play(name, volume) {
  if (!known.has(name)) known.set(name, await decoded(name)); // what failed is fetched again
  const buffer = known.get(name);
  await context.resume();
  const gain = new GainNode(context, { gain: VOLUMES[volume] });
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(gain).connect(context.destination);
  source.start();
}
