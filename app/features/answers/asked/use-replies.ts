import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { callApi } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { useUndo } from '#app/collections/undo.tsx'
import { hasOthers } from '../has-others.ts'
import { useAnswers } from '../use-answers.ts'
import { type Question, wordsOf } from './question-words.ts'

/** An answer given on this page. @param undo whether it can still be taken back, for a while. */
export type Reply = {
  to: 'yes' | 'no'
  state: 'sent' | 'stored' | 'refused'
  message?: string | undefined
  offersOthers?: boolean
  undo?: boolean
}

export const keyOf = ({ kind, id }: Question) => `${kind} ${id}`

const nameOf = ({ assignment, event_name }: Question) => assignment ?? event_name

/**
 * Answers to questions, each by its own call. `all` has the answered ones in their places, by the clock.
 * @param questions those that the server asks.
 */
export function useReplies(questions: readonly Question[]) {
  const own = useAnswers<Question>()
  const { offer } = useUndo()
  const { revalidate } = useRevalidator()
  const [given, setGiven] = useState<ReadonlyMap<string, Reply & { question: Question; list: typeof questions }>>(
    new Map(),
  )
  const isAsked = (one: Question) => questions.some((other) => keyOf(other) === keyOf(one))
  const replyOf = (one: Question): Reply | undefined => {
    if (one.kind !== 'shift') {
      const reply = given.get(keyOf(one))
      return reply?.state === 'stored' && reply.list !== questions && isAsked(one) ? undefined : reply
    }
    const reply = own.answers.get(one.id)
    if (!reply || reply.state === 'undone') return undefined
    return {
      to: reply.given === 'confirmed' ? 'yes' : 'no',
      state: reply.state === 'refused' ? 'refused' : 'stored',
      message: reply.message,
      undo: reply.state === 'answered',
    }
  }
  const isOpen = (one: Question) => {
    const reply = replyOf(one)
    return !reply || reply.state === 'sent' || (reply.state === 'refused' && isAsked(one))
  }
  const send = async (question: Question, to: Reply['to']) => {
    const put = (reply: Omit<Reply, 'to'>) =>
      setGiven((others) => new Map(others).set(keyOf(question), { ...reply, to, question, list: questions }))
    const [path, input] = wordsOf(question).call?.(to) ?? ['']
    put({ state: 'sent' })
    const { ok, body } = await callApi('PUT', path, input, [400, 403, 404, 409])
    put(ok ? { state: 'stored' } : { state: 'refused', message: problemText(body), offersOthers: hasOthers(body) })
    if (ok && question.kind === 'held' && to === 'yes')
      offer(`You’re on: ${nameOf(question)}.`, {
        ...{ path: `/api/shifts/${(body as { shift: number }).shift}/give_back`, body: {} },
      })
    revalidate()
  }
  const seen = [...own.answers.values()].map(({ shift }) => shift)
  for (const { question } of given.values()) seen.push(question)
  const all = [...new Map([...seen, ...questions].map((one) => [keyOf(one), one])).values()].sort(
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || Date.parse(a.start) - Date.parse(b.start),
  )
  return { all, isOpen, replyOf, send, own }
}
