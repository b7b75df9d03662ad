import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { logKey, proofTools, signCheckpoint } from '#server/upkeep/receipts/sign.ts'
import { inclusionPath } from '#server/upkeep/receipts/tree.ts'
import { dataOf, growTo, type Stored, treeIn } from '#test/receipts/tree.ts'
import { base64Of, bytesOfBase64, bytesOfHex, hexOf } from './bytes.ts'
import { checkpointText, openCheckpoint, readCheckpoint } from './checkpoint.ts'
import { proveReceipt, readReceiptProof, receiptProofText } from './receiptProof.ts'
import {
  readNote,
  readVerifierKey,
  SIGNATURE,
  signatureLine,
  signersOf,
  verifierKey,
  verifierKeyText,
} from './signedNote.ts'

const { sha256 } = proofTools
const ORIGIN = 'capsule.example/log'
const SIZE = 300
const INDEX = 137
const SECONDS = 1_795_622_400
const { privateKey } = generateKeyPairSync('ed25519')
const key = logKey(ORIGIN, privateKey)

const made = makeReceipt()
async function makeReceipt() {
  const stored: Stored = new Map()
  const root = new Uint8Array((await growTo(stored, 0, SIZE)).root)
  const note = signCheckpoint({ origin: ORIGIN, size: SIZE, root, seconds: SECONDS }, privateKey)
  const path = (await inclusionPath(treeIn(stored, SIZE), INDEX)).map((hash) => new Uint8Array(hash))
  return { note, root, path, text: receiptProofText({ index: INDEX, path, note }) }
}
const prove = (text: string, data = dataOf(INDEX)) => proveReceipt(proofTools, { text, data, key })

describe('a receipt', () => {
  it('shows without us by which checkpoint, and so at which moment, a capsule was taken up', async () => {
    const { text, root } = await made
    expect(prove(text)).toEqual({ origin: ORIGIN, size: SIZE, root, seconds: SECONDS })
  })

  it('of another capsule is refused', async () => {
    expect(prove((await made).text, dataOf(INDEX + 1))).toBe('path')
  })

  it('is refused with any one of its characters changed, left out or doubled', async () => {
    const { text } = await made
    for (let at = 0; at < text.length; at++) {
      const [before, one, after] = [text.slice(0, at), text[at]!, text.slice(at + 1)]
      const others = [one === 'A' ? 'B' : 'A', one === '\n' ? ' ' : '\n', '', one + one]
      for (const other of others)
        expect(prove(before + other + after), `${at}: ${one} as ${other}`).toBeTypeOf('string')
    }
  })

  it('carries more of an application beside the proof, which nobody signs', async () => {
    const { note, path } = await made
    const proof = { index: INDEX, path, note, extra: Uint8Array.of(1, 2, 3) }
    expect(readReceiptProof(receiptProofText(proof))).toEqual(proof)
    expect(prove(receiptProofText(proof))).toBeTypeOf('object')
  })

  it.each([
    ['a zero before the index', (text: string) => text.replace('index ', 'index 0')],
    ['an index beyond all numbers', (text: string) => text.replace('index 137', 'index 9007199254740993')],
    ['a hash cut short', (text: string) => text.replace(/\n(.{40}).{3}=\n/, '\n$1\n')],
    ['bits behind the end of a hash', (text: string) => text.replace(/[^\n]=\n/, 'B=\n')],
    ['64 hashes', (text: string) => text.replace('\n\n', `\n${`${base64Of(dataOf(0))}\n`.repeat(64)}\n`)],
    ['a line between', (text: string) => text.replace('index', 'more\nindex')],
    ['an extra that is no base64', (text: string) => text.replace('index', 'extra A\nindex')],
    ['something behind it', (text: string) => `${text}\n`],
    ['a mark before it', (text: string) => `\ufeff${text}`],
  ])('is refused in another form: %s', async (_name, damage) => {
    const { text } = await made
    expect(damage(text)).not.toBe(text)
    expect(prove(damage(text))).toBe('form')
  })
})

describe('a checkpoint', () => {
  it('is believed by the key of its log alone, and with its moment', async () => {
    const { note } = await made
    const other = logKey(ORIGIN, generateKeyPairSync('ed25519').privateKey)
    const lines = note.split('\n')
    expect(openCheckpoint(proofTools, note, other)).toBe('key')
    expect(openCheckpoint(proofTools, note, { ...key, name: 'other.example/log' })).toBe('key')
    expect(openCheckpoint(proofTools, lines.toSpliced(5, 1).join('\n'), key)).toBe('key')
    expect(openCheckpoint(proofTools, lines.toSpliced(6, 1).join('\n'), key)).toBe('key')
    expect(openCheckpoint(proofTools, note.replace(`time ${SECONDS}`, `time ${SECONDS + 1}`), key)).toBe('signature')
  })

  it('whose signatures bear another moment than its line is refused', async () => {
    const { note, root } = await made
    const later = signCheckpoint({ origin: ORIGIN, size: SIZE, root, seconds: SECONDS + 1 }, privateKey)
    const mixed = [...note.split('\n').slice(0, 6), ...later.split('\n').slice(6)].join('\n')
    expect(openCheckpoint(proofTools, mixed, key)).toBe('signature')
  })

  it('is written in one way', async () => {
    const { root } = await made
    const body = checkpointText({ origin: ORIGIN, size: SIZE, root, seconds: SECONDS })
    expect(readCheckpoint(body)).toEqual({ origin: ORIGIN, size: SIZE, root, seconds: SECONDS })
    const damaged = ['300', '0300', '+300', '3e2', '300.0', ' 300', '9007199254740992', '']
    for (const size of damaged.slice(1)) expect(readCheckpoint(body.replace('\n300\n', `\n${size}\n`))).toBeUndefined()
    for (const time of ['', 'time', 'time -1', 'Time 1', 'time 1 ', 'time 01', 'time  1'])
      expect(readCheckpoint(body.replace(/time .*/, time))).toBeUndefined()
    expect(readCheckpoint(`${body}more\n`)).toBeUndefined()
    expect(readCheckpoint(body.slice(0, -1))).toBeUndefined()
  })
})

describe('a signed note', () => {
  const witness = verifierKey(sha256, 'witness.example', SIGNATURE.plain, new Uint8Array(32))

  it('may bear signatures of others, sixteen and more', async () => {
    const { note } = await made
    const others = signatureLine(witness, new Uint8Array(64)).repeat(20)
    expect(openCheckpoint(proofTools, note + others, key)).toBeTypeOf('object')
    expect(readNote(note + others)?.signatures).toHaveLength(22)
    expect(readNote(note + others.repeat(5))).toBeUndefined()
  })

  it('with a wrong signature of a key that is known is refused, whatever the others are', async () => {
    const { note } = await made
    const wrong = readNote(note + signatureLine(witness, new Uint8Array(64)))!
    expect(signersOf(proofTools, wrong, [key])).toHaveLength(1)
    expect(signersOf(proofTools, wrong, [key, witness])).toBeUndefined()
  })

  it('is split at its last empty line', async () => {
    const line = signatureLine(key, new Uint8Array(64))
    expect(readNote(`a\n\nb\n\n${line}`)?.body).toBe('a\n\nb\n')
  })

  it.each([
    ['no signature', 'text\n\n'],
    ['no text', '\n\n— n AAAAAAA=\n'],
    ['a hyphen in place of the dash', 'text\n\n- n AAAAAAA=\n'],
    ['a plus in the name', 'text\n\n— n+m AAAAAAA=\n'],
    ['a wide blank in the name', 'text\n\n— n\u3000m AAAAAAA=\n'],
    ['nothing behind the id', 'text\n\n— n AAAAAA==\n'],
    ['bits behind the end', 'text\n\n— n AAAAAAB=\n'],
    ['a control', 'te\u0007xt\n\n— n AAAAAAA=\n'],
    ['half of a pair', 'te\ud800xt\n\n— n AAAAAAA=\n'],
    ['no end of the last line', 'text\n\n— n AAAAAAA='],
  ])('is refused: %s', (_name, text) => {
    expect(readNote('text\n\n— n AAAAAAA=\n')).toBeDefined()
    expect(readNote(text)).toBeUndefined()
  })
})

describe('the key of a log', () => {
  it('is a line that leads back to it', () => {
    expect(readVerifierKey(sha256, verifierKeyText(key))).toEqual({ ...key, publicKey: new Uint8Array(key.publicKey) })
  })

  it('is refused under another name or id, with another type, and cut short', () => {
    const text = verifierKeyText(key)
    const [name, id, raw] = text.split('+') as [string, string, string]
    const whole = [raw, ...text.split('+').slice(3)].join('+')
    const bytes = bytesOfBase64(whole)!
    const of = (given: Uint8Array) => verifierKeyText({ ...key, type: given[0] as 1, publicKey: given.slice(1) })
    const another = verifierKey(sha256, name, 2 as 1, key.publicKey)
    for (const wrong of [
      `x${text}`,
      text.replace(id, '00000000'),
      text.replace(id, id.toUpperCase() === id ? 'ABCDEF01' : id.toUpperCase()),
      of(bytes.slice(0, -1)),
      verifierKeyText(another),
      verifierKeyText(verifierKey(sha256, name, 1, key.publicKey.slice(1))),
      `${text}\n`,
      '',
    ])
      expect(readVerifierKey(sha256, wrong), wrong).toBeUndefined()
  })
})

describe('bytes', () => {
  it('are base64 and hex as Node writes them, and are read back from nothing else', () => {
    for (let length = 0; length < 70; length++) {
      const bytes = Buffer.concat([dataOf(length), dataOf(length + 1), dataOf(length + 2)]).subarray(0, length)
      expect(base64Of(bytes)).toBe(bytes.toString('base64'))
      expect(hexOf(bytes)).toBe(bytes.toString('hex'))
      expect(bytesOfBase64(base64Of(bytes))).toEqual(new Uint8Array(bytes))
      expect(bytesOfHex(hexOf(bytes))).toEqual(new Uint8Array(bytes))
    }
    for (const wrong of [
      'A',
      'AA',
      'AAA',
      'AB==',
      'AAB=',
      'AA=A',
      'AA==\n',
      ' AA==',
      'A-_A',
      'AA==AA==',
      '====',
      '中A==',
    ])
      expect(bytesOfBase64(wrong), wrong).toBeUndefined()
    for (const wrong of ['a', 'AB', '0x', 'ab ', 'ab\n']) expect(bytesOfHex(wrong), wrong).toBeUndefined()
  })
})
