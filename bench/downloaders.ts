// People who download the parts of an archive, as a process of its own; those who are told to come later do. Told to `begin`, they go on and
// on until they are told to `pause`; `once` is one whole download by the first of them.

import { once, setMaxListeners } from 'node:events'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const [people, ...addresses] = process.argv.slice(2)
const said = { bytes: 0, refused: 0 }
const LATER_MS = 1_000
/** Until those who begin have asked. */
const SETTLE_MS = 1_000
let pausing = new AbortController()

async function download(address: string, signal: AbortSignal): Promise<void> {
  const [answer] = await once(get(address, { agent: false, signal }), 'response', { signal })
  if (answer.statusCode === 503) {
    said.refused += 1
    answer.resume()
    return delay(LATER_MS, undefined, { signal })
  }
  if (answer.statusCode !== 200) throw new Error(`a part answered ${answer.statusCode}`)
  for await (const piece of answer) said.bytes += piece.length
}

async function goOn(signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn++) await download(addresses[turn % addresses.length]!, signal)
}

function begin(): void {
  pausing = new AbortController()
  setMaxListeners(0, pausing.signal)
  for (let one = 0; one < Number(people); one++) {
    goOn(pausing.signal).catch((error) => {
      if (!pausing.signal.aborted) throw error
    })
  }
}

process.on('message', async (word) => {
  if (word === 'once') for (const address of addresses) await download(address, pausing.signal)
  if (word === 'begin') begin()
  if (word === 'pause') pausing.abort()
  if (word !== 'once' && word !== 'end') await delay(SETTLE_MS)
  process.send!(said)
  if (word === 'end') process.disconnect()
})
