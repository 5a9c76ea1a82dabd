import type { Swap, SwapList, SwapPart, SwapShift } from '#server/swaps/contract.ts'

const SIZES: Record<number, string> = { 3: 'three', 4: 'four' }

/** "A swap", "A three-way swap". */
export const swapTitle = (people: number): string => (people > 2 ? `A ${SIZES[people] ?? people}-way swap` : 'A swap')

/** The swap that an answer refers to: an offer may be in another one by the time it arrives. */
export const togetherOf = ({ together }: Pick<Swap, 'together'>): object => (together === null ? {} : { together })

export type NamedPart = SwapPart & { name: string; isMe: boolean; to: NamedPerson | null; from: NamedPerson | null }
type NamedPerson = { name: string; isMe: boolean }

export function namedParts({ circle }: Pick<Swap, 'circle'>, people: SwapList['people'], me: number): NamedPart[] {
  const nameOf = (person: number) => people[person]?.name || 'Someone'
  const named = ({ person }: SwapPart): NamedPerson => ({ name: nameOf(person), isMe: person === me })
  const find = (is: (part: SwapPart) => boolean) => {
    const part = circle.find(is)
    return part ? named(part) : null
  }
  return circle.map((part) => ({
    ...part,
    ...named(part),
    to: part.gives === null ? null : find(({ gets }) => gets === part.gives),
    from: part.gets === null ? null : find(({ gives }) => gives === part.gets),
  }))
}

/**
 * Why a swap expired: agreed but not approved, or someone did not answer. Where no one was asked, the shift began, or
 * someone else has it.
 * @param shift its current state; undefined where it has been removed or unpublished.
 */
export function expiredText(swap: Pick<Swap, 'circle' | 'person' | 'ended_at'>, shift: SwapShift | undefined): string {
  const { circle, person, ended_at } = swap
  if (circle.length) return circle.every(({ accepted }) => accepted) ? 'Not approved in time' : 'No reply in time'
  if (shift && ended_at && Date.parse(shift.start) <= Date.parse(ended_at)) return 'No swap was found before it started'
  return shift && shift.person !== person ? 'No longer on the shift' : 'Ended before a swap was found'
}

/** Part in a shift, with its event: "Race Officer, Winter Series". */
export const shiftText = ({ assignment, role, event_name }: SwapShift): string =>
  [[assignment, role].filter(Boolean).join(' · '), event_name].filter(Boolean).join(', ')

export function initialsOf(name: string): string {
  const letters = name.split(/\s+/).flatMap((word) => [...word][0]?.toUpperCase() ?? [])
  return letters.length > 1 ? `${letters[0]}${letters.at(-1)}` : (letters[0] ?? '?')
}
