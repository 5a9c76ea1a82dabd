import { describe, expect, it } from 'vitest'
import { freshDraft, obstaclesOf, recordWrites, refusedFields } from './record-drafts.ts'

const fresh = freshDraft(7, 'Ada', [])
const whole = { ...fresh, competency: 3, achieved: '2027-02-28' }

describe('a record that is being edited', () => {
  it('needs a person, a competency and a day that exists', () => {
    expect(obstaclesOf(fresh)).toEqual({ competency: 'Required.', achieved: 'Required.' })
    expect(obstaclesOf({ ...whole, person: null })).toEqual({ person: 'Required.' })
    for (const achieved of ['28/02/2027', '2027-02-31', '2027-2-1'])
      expect(obstaclesOf({ ...whole, achieved })).toEqual({ achieved: 'Date format must be YYYY-MM-DD' })
    expect(obstaclesOf(whole)).toEqual({})
  })

  it('shows under its fields what the server refused, of one record or of the right one among several', () => {
    const gone = { competency: ['This is not there any more.'] }
    const under = { competency: 'This is not there any more.' }
    expect(refusedFields([whole], gone)).toEqual({ [whole.id]: under })
    const second = { ...whole, id: 9 }
    expect(refusedFields([whole, second], { ...gone, items: [null, gone] })).toEqual({ 9: under })
    for (const body of [null, { detail: 'No.' }, { non_field_errors: ['No.'] }])
      expect(refusedFields([whole], body)).toEqual({})
  })

  it('gives every new one an id of its own, which is not sent', () => {
    const second = freshDraft(7, 'Ada', [whole])
    expect([whole.id, second.id]).toEqual([-1, -2])
    expect(recordWrites([whole, { ...whole, id: 5 }, { ...whole, id: 6, remove: true }])).toEqual({
      removed: [6],
      created: [{ person: 7, competency: 3, training: null, achieved: '2027-02-28', details: '' }],
      updated: [{ id: 5, person: 7, competency: 3, training: null, achieved: '2027-02-28', details: '' }],
    })
  })
})
