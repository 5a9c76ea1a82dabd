import { describe, expect, it } from 'vitest'
import { fixture, HARBOUR, input } from '#tests/support/import-files.ts'
import { checkFile } from './check-file.ts'
import { decode } from './decode.ts'

const rowsOf = (text: string) => decode(Buffer.from(text)).rows
const codeOf = (bytes: Uint8Array | string) =>
  decode(typeof bytes === 'string' ? Buffer.from(bytes) : bytes).problems[0]?.code

describe('the files of the harbour club', () => {
  it.each([
    ['harbour-people', 'utf-8', ',', 140, 8],
    ['harbour-season', 'utf-8', ',', 554, 12],
    ['harbour-season-broken', 'windows-1252', ';', 60, 12],
  ] as const)('%s: %s, %s, %d rows', (name, encoding, delimiter, rows, columns) => {
    const decoded = decode(fixture(name))
    expect(decoded).toMatchObject({ encoding, delimiter, problems: [] })
    expect(decoded.rows).toHaveLength(rows)
    expect(decoded.header).toHaveLength(columns)
    expect(decoded.rows.at(-1)?.line).toBe(rows + 1)
  })
  it('keeps accents, quotes and dashes', () => {
    const texts = (name: string) => decode(fixture(name)).text
    expect(texts('harbour-people')).toContain('Gwen Zielińska')
    expect(texts('harbour-season-broken')).toContain('Spring Series – Race Day 7 March')
    expect(texts('harbour-season-broken')).toContain('Ólafur')
    const cells = decode(fixture('harbour-season')).rows.flatMap((row) => row.cells)
    expect(cells).toContain('Ends after midnight; "crew supper", bring a torch, gloves')
  })
})

describe('encodings', () => {
  const text = 'name,email\nŽofie €5,z@x.org\n'
  it('drops the byte-order mark from the first column', () => {
    expect(decode(Buffer.from(`\ufeff${text}`)).header[0]).toBe('name')
  })
  it('reads UTF-16 with and without its mark', () => {
    for (const mark of ['\ufeff', '']) {
      const decoded = decode(Buffer.from(mark + text, 'utf16le'))
      expect(decoded.encoding).toBe('utf-16le')
      expect(decoded.header).toEqual(['name', 'email'])
      expect(decoded.rows[0]?.cells[0]).toBe('Žofie €5')
    }
  })
  it('reads the characters in which Windows-1252 differs from Latin-1', () => {
    const bytes = Buffer.concat([
      Buffer.from('name,email\n'),
      Buffer.from([0x8e, 0x80, 0x96, 0x92, 0xe9]),
      Buffer.from(',z@x.org\n'),
    ])
    expect(decode(bytes)).toMatchObject({ encoding: 'windows-1252', rows: [{ cells: ['Ž€–’é', 'z@x.org'] }] })
  })
})

describe('records', () => {
  it('counts a record’s first line across quoted line breaks and blank lines', () => {
    const rows = rowsOf('a,b\r\n1,"x\ny"\n\n3,4\r5,"6""7"\r\n ,\n8,9"z\n"q" w,2')
    expect(rows).toEqual([
      { line: 2, cells: ['1', 'x\ny'] },
      { line: 5, cells: ['3', '4'] },
      { line: 6, cells: ['5', '6"7'] },
      { line: 8, cells: ['8', '9"z'] },
      { line: 9, cells: ['"q" w', '2'] },
    ])
  })
  it.each([
    ['a;b,c;d\n1;2;3', ';'],
    ['a\tb\n1,2\t3', '\t'],
    ['"a;b;c",d\n1,2', ','],
    ['a\n1', ','],
    ['\n\n  \na;b\n1;2', ';'],
  ])('finds the delimiter of %j', (text, delimiter) => {
    expect(decode(Buffer.from(text)).delimiter).toBe(delimiter)
  })
  it('follows Excel’s delimiter line', () => {
    expect(decode(Buffer.from('sep=;\r\na;b\r\n1;2'))).toMatchObject({
      header: ['a', 'b'],
      rows: [{ line: 3, cells: ['1', '2'] }],
    })
  })
  it('keeps short and long rows as they are', () => {
    expect(rowsOf('a,b,c\n1\n1,2,3,4').map((row) => row.cells.length)).toEqual([1, 4])
  })
})

describe('unusable files', () => {
  it.each([
    ['nothing', '', 'empty'],
    ['only white space', ' \r\n\t\n', 'empty'],
    ['only a byte-order mark', '\ufeff', 'empty'],
    ['a NUL byte', 'name,email\nA\0nn,a@b.c', 'not_text'],
    ['a workbook', 'PK\u0003\u0004abc', 'not_text'],
    ['a quote that is never closed', 'a,b\n1,2\n"3,4\n5,6', 'unclosed_quote'],
    ['data in the first row', 'Ann,ann@example.org\nBob,bob@example.org', 'no_header'],
    ['a date in the first row', '2027-03-07,09:30\n2027-03-08,09:30', 'no_header'],
    ['only a header', 'name,email\n', 'no_rows'],
    ['too many columns', `${'a,'.repeat(250)}\n1`, 'too_many_columns'],
    ['too many rows', `a,b\n${'1,2\n'.repeat(20_001)}`, 'too_many_rows'],
    ['too many blank lines', `a,b\n${'\n'.repeat(2_000_000)}`, 'too_many_rows'],
  ])('%s', (_, text, code) => {
    expect(codeOf(text)).toBe(code)
    expect(decode(Buffer.from(text)).rows).toEqual([])
  })
  it('rejects more than 5 MiB', () => {
    expect(codeOf(Buffer.alloc(5 * 1024 * 1024 + 1, 'a'))).toBe('too_large')
    expect(codeOf(Buffer.alloc(5 * 1024 * 1024, 'a'))).not.toBe('too_large')
  })
  it('accepts exactly 20,000 rows', () => {
    expect(rowsOf(`a,b\n${'1,2\n'.repeat(20_000)}`)).toHaveLength(20_000)
  })
  it('names the line of the open quote', () => {
    expect(decode(Buffer.from('a,b\n1,2\n"3,4\n5,6')).problems[0]).toMatchObject({ line: 3 })
  })
})

/** Deterministic (mulberry32), so that a failure can be reproduced. */
function random(seed: number) {
  let a = seed
  return (below: number) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

const DAMAGED = process.env.PROOF ? 2_000 : 300

it(`survives ${DAMAGED} damaged files without an exception`, () => {
  const files = ['harbour-people', 'harbour-season', 'harbour-season-broken'].map((name) =>
    fixture(name).subarray(0, 6_000),
  )
  const roll = random(20270307)
  const nasty = [0, 0x22, 0x0a, 0x0d, 0x2c, 0x3b, 0x09, 0xff, 0xfe, 0xef, 0x80, 0x3d, 0xd8, 0x2d, 0x30, 0x3a]
  const outcomes = new Set<string>()
  for (let i = 0; i < DAMAGED; i += 1) {
    const source = files[roll(files.length)]!
    const bytes = Buffer.from(source.subarray(roll(40) === 0 ? roll(source.length) : 0, roll(source.length + 1)))
    for (let n = roll(30); n > 0 && bytes.length > 0; n -= 1)
      bytes[roll(bytes.length)] = roll(2) ? nasty[roll(nasty.length)]! : roll(256)
    for (const kind of ['people', 'season'] as const) {
      const { sheet, rows } = checkFile(
        input(kind, bytes, { mapping: roll(5) ? {} : { 0: 'name', 7: 'date', 99: 'x' } }),
        HARBOUR,
      )
      outcomes.add(sheet.problems[0]?.code ?? 'readable')
      for (const row of rows) expect(row.values === null).toBe(Object.keys(row.errors).length > 0)
      if (sheet.problems.length) expect(rows).toEqual([])
    }
  }
  expect(outcomes.size).toBeGreaterThan(5)
  expect(outcomes).toContain('readable')
})

const bytesOf = (text: string, encoding: 'latin1' | 'mac') =>
  Uint8Array.from([...text], (c) => (encoding === 'mac' ? (MAC_BYTES[c] ?? c.charCodeAt(0)) : c.charCodeAt(0)))
const MAC_BYTES: Readonly<Record<string, number>> = {
  ...{ Ä: 0x80, É: 0x83, Ö: 0x85, Ü: 0x86, á: 0x87, ä: 0x8a, ç: 0x8d, é: 0x8e, è: 0x8f, í: 0x92, ñ: 0x96, ó: 0x97 },
  ...{ ö: 0x9a, ü: 0x9f, ß: 0xa7, ø: 0xbf, '’': 0xd5 },
}

it.each(['Jürgen Müller', 'Zoë Müller, René Étienne', 'Weiße Straße', 'José Muñoz', 'François', 'Bjørn O’Neil'])(
  'reads %s as Mac Roman or Windows-1252, whichever forms words',
  (name) => {
    const text = `Name,Email\n"${name.replace('ë', 'e')}",a@example.org\n`
    const mac = decode(bytesOf(text, 'mac'))
    expect([mac.encoding, mac.text]).toEqual(['macintosh', text])
    const windows = text.replace('’', "'")
    expect([decode(bytesOf(windows, 'latin1')).text]).toEqual([windows])
    expect(decode(bytesOf(windows, 'latin1')).encoding).toBe('windows-1252')
  },
)

it('uses a chosen encoding', () => {
  const bytes = Uint8Array.from([...Buffer.from('Name,Email\nDu'), 0x9a, ...Buffer.from('an,a@example.org\n')])
  expect(decode(bytes).rows[0]?.cells[0]).toBe('Dušan')
  expect(decode(bytes, { encoding: 'macintosh' })).toMatchObject({
    encoding: 'macintosh',
    rows: [{ cells: ['Duöan', 'a@example.org'] }],
  })
  expect(decode(bytes, { encoding: 'utf-8' }).rows[0]?.cells[0]).toBe('Du\ufffdan')
})

it('guesses the header line, or uses a chosen one', () => {
  const text = 'Club list\n\nWer;Wohin\nName;Email\nDana;dana@example.org\n'
  const guessed = decode(Buffer.from(text))
  expect([guessed.header_row, guessed.header]).toEqual([4, ['Name', 'Email']])
  const chosen = decode(Buffer.from(text), { header_row: 3 })
  expect([chosen.header_row, chosen.header, chosen.delimiter]).toEqual([3, ['Wer', 'Wohin'], ';'])
  expect(chosen.rows.map(({ line }) => line)).toEqual([4, 5])
  const far = `${'Remark\n'.repeat(30)}Wer;Wohin\nDana;dana@example.org\n`
  expect(decode(Buffer.from(far), { header_row: 31 }).rows[0]?.cells).toEqual(['Dana', 'dana@example.org'])
  for (const header_row of [2, 60])
    expect(decode(Buffer.from(text), { header_row }).problems).toEqual([
      { code: 'no_header', message: `No row begins on line ${header_row}.`, line: header_row },
    ])
})
