import { createSocket } from 'node:dgram'
import { once } from 'node:events'

export type DnsRecord = { type: 'A' | 'CNAME' | 'TXT'; value: string }

const TYPES = { A: 1, CNAME: 5, TXT: 16 } as const
const NO_NAME = 3
const FAILURE = 2

/**
 * A DNS server on UDP with the records that a test sets, by name. A name without records does not exist; `fails` makes
 * it answer nothing but errors, and `silent` for these names and those below. `onAsked`
 * runs before an answer that is known already is sent.
 */
export async function startDnsServer() {
  const records = new Map<string, DnsRecord[]>()
  const state = { fails: false, silent: new Set<string>(), onAsked: null as (() => Promise<void>) | null }
  const socket = createSocket('udp4')
  socket.on('message', async (question, from) => {
    const answer = answerTo(question)
    await state.onAsked?.()
    socket.send(answer, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')

  function answerTo(question: Buffer): Buffer {
    const { name, end } = readName(question, 12)
    const wanted = question.readUInt16BE(end)
    const alias = records.get(name)?.find(({ type }) => type === 'CNAME')
    const found = [
      ...(alias ? [{ name, ...alias }] : []),
      ...(records.get(alias ? alias.value : name) ?? []).map((record) => ({ name: alias?.value ?? name, ...record })),
    ].filter(({ type }) => TYPES[type] === wanted || type === 'CNAME')
    const isSilent = [...state.silent].some((one) => name === one || name.endsWith(`.${one}`))
    const code = state.fails || isSilent ? FAILURE : records.has(name) ? 0 : NO_NAME
    const answers = code === 0 ? found.map(writeRecord) : []
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x8580 | code, 2)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(answers.length, 6)
    header.writeUInt32BE(0, 8)
    return Buffer.concat([header, question.subarray(12, end + 4), ...answers])
  }

  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    state,
    close: () => {
      socket.close()
    },
  }
}

function readName(packet: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = []
  let at = start
  for (let length = packet[at]!; length; length = packet[at]!) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 }
}

const writeName = (name: string) =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.from(`${String.fromCharCode(label.length)}${label}`, 'latin1')),
    Buffer.alloc(1),
  ])

function writeRecord({ name, type, value }: DnsRecord & { name: string }): Buffer {
  const data =
    type === 'A'
      ? Buffer.from(value.split('.').map(Number))
      : type === 'CNAME'
        ? writeName(value)
        : Buffer.concat([Buffer.from([value.length]), Buffer.from(value, 'latin1')])
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(TYPES[type], 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt32BE(1, 4)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([writeName(name), fixed, data])
}
