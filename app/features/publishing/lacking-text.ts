import { countText } from '#app/ui/count-text.ts'
import type { LackingPeople } from '#server/publishing/proof/contract.ts'

/** "3 people don’t hold Powerboat handling", "1 person is not active". */
export function lackingText({ competency, people: { length } }: LackingPeople): string {
  const people = countText(length, 'person', 'people')
  if (competency === null) return `${people} ${length === 1 ? 'is' : 'are'} not active`
  return `${people} ${length === 1 ? 'doesn’t' : 'don’t'} hold ${competency}`
}
