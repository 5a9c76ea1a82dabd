import { describe, expect, it } from 'vitest'
import { nothingStaged, stage } from '#app/collections/changeset.ts'
import { newFields, type RecordFields, recordProblems, stagedProblems, storedFields } from './record-fields.ts'

const whole: RecordFields = { ...newFields(7), competency: 3, achieved: '2027-02-28' }

describe('a record that is being edited', () => {
  it('needs a person, a competency and a day that exists', () => {
    expect(recordProblems(newFields(7))).toEqual({ competency: 'Required.', achieved: 'Required.' })
    expect(recordProblems({ ...whole, person: null })).toEqual({ person: 'Required.' })
    for (const achieved of ['28/02/2027', '2027-02-31', '2027-2-1'])
      expect(recordProblems({ ...whole, achieved })).toEqual({ achieved: 'Date format must be YYYY-MM-DD' })
    expect(recordProblems(whole)).toEqual({})
  })

  it('checks the whole record, even if one field changed; skips a removed one', () => {
    const stored = storedFields({
      id: 5,
      version: 'v5',
      person: 7,
      competency: 3,
      training: null,
      achieved: '2027-02-28',
    })
    const cleared = stage(nothingStaged<RecordFields>(), { do: 'change', record: stored, patch: { achieved: '' } })
    const both = stage(cleared, { do: 'add', records: [newFields(7)] })
    expect(stagedProblems(both)).toEqual({
      'new-1': { competency: 'Required.', achieved: 'Required.' },
      5: { achieved: 'Required.' },
    })
    expect(stagedProblems(stage(cleared, { do: 'remove', record: stored }))).toEqual({})
  })
})
