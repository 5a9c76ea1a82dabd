import { expect, test } from 'vitest'
import { formShapeProblem } from './form-shape.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const plain = (text: string) => formShapeProblem(bytes(text), 'application/x-www-form-urlencoded')
const parts = (text: string) => formShapeProblem(bytes(text), 'multipart/form-data; boundary="x-1"')
const part = (head: string, body: string) => `--x-1\r\n${head}\r\n\r\n${body}\r\n`

test('accepts forms as browsers send them', () => {
  expect(plain('')).toBeNull()
  expect(plain(new URLSearchParams({ a: '&'.repeat(5_000), b: '' }).toString())).toBeNull()
  expect(parts(`${part('Content-Disposition: form-data; name="a"', 'b'.repeat(500_000))}--x-1--\r\n`)).toBeNull()
  for (const type of [
    'multipart/form-data; boundary=----WebKitFormBoundary7MA4YWxkTrZu0gW',
    'multipart/form-data; boundary=---------------------------9051914041544843365972754266',
    'multipart/form-data; charset=utf-8; boundary="x.y"',
  ]) {
    const boundary = /boundary="?([^"]+)/.exec(type)?.[1]
    expect(
      formShapeProblem(
        bytes(`--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${boundary}--\r\n`),
        type,
      ),
    ).toBeNull()
  }
})

test('refuses more fields than any form has, and a head without an end', () => {
  expect(plain('a=b&'.repeat(1_000))).toBe('A form has at most 1,000 fields.')
  expect(parts(part('Content-Disposition: form-data; name="a"', '').repeat(1_001))).toBe(
    'A form has at most 1,000 fields.',
  )
  expect(parts(`--x-1\r\n${'a: b\r\n'.repeat(100_000)}`)).toBe('The headers of a part of the form are too long.')
})

test('refuses a header with an ambiguous boundary, and a body without its boundary', () => {
  const body = bytes(part('Content-Disposition: form-data; name="a"', 'b').repeat(2))
  for (const type of [
    'multipart/form-data; xboundary=zz; boundary=x-1',
    'multipart/form-data; boundary=x-1; boundary=zz',
    'multipart/form-data; boundary="x\\-1"',
    'multipart/form-data; boundary=',
    'multipart/form-data',
    'multipart/mixed; boundary=x-1',
  ])
    expect([type, formShapeProblem(body, type)]).toEqual([type, 'The body is not a form.'])
  expect(parts('')).toBe('The body is not a form.')
})
