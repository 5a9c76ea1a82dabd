import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it, test } from 'vitest'
import { ANSWER_MARKS, AnswerMark, type AnswerState, answerText } from './answer-mark.tsx'
import { OwnMark } from './own-mark.tsx'

const states = Object.keys(ANSWER_MARKS) as AnswerState[]

describe('the mark of an answer', () => {
  it.each(states)('shows %s as an icon and a word to both readers', (state) => {
    for (const reader of ['member', 'coordinator'] as const) {
      const html = renderToStaticMarkup(<AnswerMark state={state} reader={reader} />)
      expect(html).toContain('<svg')
      expect(html.replaceAll('&#x27;', "'")).toContain(ANSWER_MARKS[state][reader].word)
    }
  })

  it('distinguishes the states of one reader by icon and word', () => {
    const looks = states.map((state) => `${ANSWER_MARKS[state].coordinator.word}`)
    expect(new Set(looks).size).toBe(states.length)
  })

  it('tells members that a declined shift is still theirs, also while the search is paused or has ended', () => {
    for (const state of ['seeking_cover', 'paused', 'exhausted'] as const)
      expect(answerText({ state, reader: 'member' })).toContain('still yours')
  })

  it('adds a detail after a comma', () => {
    expect(answerText({ state: 'seeking_cover', reader: 'coordinator', detail: '10 asked' })).toBe(
      'Needs cover, 10 asked',
    )
  })
})

test('a reminded person reads "Please reply", and only until they reply', () => {
  const html = (answer: 'asked' | 'confirmed') => renderToStaticMarkup(<OwnMark answer={answer} nudged />)
  expect(html('asked')).toContain(ANSWER_MARKS.silent.member.word)
  expect(html('confirmed')).not.toContain(ANSWER_MARKS.silent.member.word)
})

test('someone who did not answer before their shift began is on it', () => {
  const html = renderToStaticMarkup(<OwnMark answer="asked" nudged mayAnswer={false} />)
  expect(html).toContain(ANSWER_MARKS.confirmed.member.word.replace("'", '&#x27;'))
})
