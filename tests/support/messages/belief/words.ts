import { EVENTS, LOOKUPS, PEOPLE } from './club.ts'
import type { Edit, History, Step } from './steps.ts'

/** Writes a history as sentences, with the time of each step. */
export function tell({ begins, waits, steps }: History): string[] {
  let at = begins.getTime()
  return steps.flatMap((step, n) => {
    const time = new Date(at).toISOString().slice(5, 19).replace('T', ' ')
    at += waits[n]!
    return step ? [`${time} ${sentence(step, steps)}`] : []
  })
}

const nameOf = (person: number | null) => (person === null ? 'nobody' : PEOPLE[person]!.name)
const eventOf = (event: number) => `event ${event} (${EVENTS[event]})`

function sentence(step: Step, steps: readonly (Step | null)[]): string {
  const by = 'by' in step ? nameOf(step.by) : ''
  switch (step.do) {
    case 'grid':
      return `${by} puts ${nameOf(step.person)} on shift ${step.shift} in the grid.`
    case 'edit':
      return `${by} saves shift ${step.shift}: ${editWords(step.edit)}.`
    case 'bulk':
      return `${by} changes shifts ${step.shifts.join(' and ')} together: ${editWords(step.edit)}.`
    case 'rename':
      return `${by} renames ${eventOf(step.event)} to ${step.name}.`
    case 'place':
      return `${by} moves ${eventOf(step.event)} to the ${LOOKUPS.locations[step.location]}.`
    case 'move':
      return `${by} moves ${eventOf(step.event)} and its shifts by ${step.hours} hours.`
    case 'publish':
      return `${by} publishes ${eventOf(step.event)} in the grid.`
    case 'publish one':
    case 'unpublish':
      return `${by} ${step.do === 'unpublish' ? 'unpublishes' : 'publishes'} shift ${step.shift}.`
    case 'remove shift':
      return `${by} deletes shift ${step.shift}.`
    case 'remove event':
      return `${by} deletes ${eventOf(step.event)}.`
    case 'remove lookup':
      return `${by} deletes “${LOOKUPS[step.table][step.nth]}” of the ${step.table}.`
    case 'decide':
      return `${by} ${{ off: 'calls off', go: 'says that it goes ahead:', none: 'takes back the decision about' }[step.decision ?? 'none']} ${eventOf(step.event)}.`
    case 'undo': {
      const undone = steps[step.of]
      return `Undo: ${undone ? sentence(undone, steps) : 'nothing.'}`
    }
    case 'answer':
      return `The person on shift ${step.shift} answers “${step.answer}”${step.answer === 'declined' ? (step.release ? ' and leaves it' : step.cover ? ' and has cover sought' : '') : ''}.`
    case 'hand':
      return `${by} records “${step.answer}” for the person on shift ${step.shift}.`
    case 'link':
      return `${nameOf(step.person)} answers “${step.answer}” by a link in a message${step.back ? `, ${step.back} before the last` : ''}.`
    case 'take':
      return `${nameOf(step.person)} takes shift ${step.shift}.`
    case 'seek':
      return `${by} has cover sought for shift ${step.shift}.`
    case 'ask':
      return `${by} asks ${nameOf(step.person)} to cover shift ${step.shift}.`
    case 'cover':
      return `${nameOf(step.person)} says ${step.answer} to covering the last shift that they were asked for.`
    case 'hand over':
      return `The person on shift ${step.shift} hands it over to ${nameOf(step.to)}.`
    case 'swap':
      return `The person on shift ${step.shift} asks to swap it for shift ${step.for}.`
    case 'agree':
      return `${nameOf(step.person)} says ${step.yes ? 'yes' : 'no'} to the last swap or hand-over.`
    case 'sign up':
      return `${nameOf(step.person)} signs up for ${eventOf(step.event)}.`
    case 'assign request':
      return `${by} gives shift ${step.shift} to the last one to sign up for its event.`
    case 'wait':
      return `${nameOf(step.person)} waits for the assignment of shift ${step.shift}.`
    case 'accept place':
      return `${nameOf(step.person)} accepts what the waiting list offers.`
    case 'act as':
      return `${by} acts as ${nameOf(step.person)}: “${step.what}” for shift ${step.shift}.`
    case 'settings':
      return `${by} sets ${JSON.stringify(step.change)}.`
    case 'remove person':
      return `${by} deletes ${nameOf(step.person)}.`
    case 'active':
      return `${by} ${step.active ? 'activates' : 'deactivates'} ${nameOf(step.person)}.`
    case 'mails':
    case 'texts':
      return `${nameOf(step.person)} turns ${step.do} ${step.on ? 'on' : 'off'}.`
    case 'site':
      return step.status === 'active' ? 'The club works again.' : 'The club is suspended.'
    case 'refuse':
      return `The provider refuses the next mail to ${nameOf(step.person)}.`
    case 'bounce':
      return `The next mail to ${nameOf(step.person)} comes back.`
    case 'unblock':
      return `${by} unblocks the address of ${nameOf(step.person)}.`
  }
}

function editWords(edit: Edit): string {
  if ('start' in edit) return `it begins ${edit.start} and ends ${edit.end} minutes later`
  if ('person' in edit) return `its person is ${nameOf(edit.person)}`
  const [[field, nth]] = Object.entries(edit) as [[string, number | null]]
  const names = LOOKUPS[`${field}s` as keyof typeof LOOKUPS]
  return `its ${field} is ${nth === null ? 'none' : `“${names[nth]}”`}`
}
