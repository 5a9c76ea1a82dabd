import { expect, test } from 'vitest'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { Actor } from './actor.ts'
import { createExpectedActors } from './expected-actors.ts'

const site = (id: number) => ({ id }) as Site
const key = (id: number): Actor => ({ kind: 'key', id, scope: 'read', scopes: null }) as unknown as Actor
const bearer = (token: string) => ({ kind: 'access', token })

test('an actor is expected for the same credentials at the same site only', () => {
  const actors = createExpectedActors()
  actors.learn(site(1), bearer('a'), key(7))
  expect(actors.expect(site(1), bearer('a'))).toEqual(key(7))
  expect(actors.expect(site(2), bearer('a'))).toBeUndefined()
  expect(actors.expect(site(1), bearer('b'))).toBeUndefined()
  expect(actors.expect(site(1), { kind: 'cookie', token: 'a' })).toBeUndefined()
})

test('credentials that no longer identify anyone are dropped', () => {
  const actors = createExpectedActors()
  for (const found of [undefined, { kind: 'nobody' } as const]) {
    actors.learn(site(1), bearer('a'), key(7))
    actors.learn(site(1), bearer('a'), found)
    expect(actors.expect(site(1), bearer('a'))).toBeUndefined()
  }
})

test('the least recently learnt actor is evicted first', () => {
  const actors = createExpectedActors(2)
  for (const token of ['a', 'b', 'a', 'c']) actors.learn(site(1), bearer(token), key(7))
  expect(['a', 'b', 'c'].filter((token) => actors.expect(site(1), bearer(token)))).toEqual(['a', 'c'])
})
