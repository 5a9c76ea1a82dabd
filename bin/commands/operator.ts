import { inviteOperator, listOperators, operatorEmail, removeOperator } from '#server/platform/operators.ts'
import { command, confirm, group, UsageError, yes } from './command.ts'
import { withConnection } from './connect.ts'

const email = { type: 'string', description: 'Sign-in email', required: true } as const

function readEmail(text: string): string {
  const parsed = operatorEmail.safeParse(text)
  if (!parsed.success) throw new UsageError(`--email: ${parsed.error.issues[0]?.message}`)
  return parsed.data
}

const create = command(
  'create',
  'Invite someone to the operators’ console by email',
  { email },
  async (args, { say }) => {
    const address = readEmail(args.email)
    await withConnection(async ({ pool, clock }) => {
      const invitation = await inviteOperator({ pool, now: clock.now() }, address)
      const message = invitation.invited
        ? `${invitation.email} is invited by email. The link works once, until ${invitation.expires_at}; they become an operator when they use it.`
        : `${invitation.email} is an operator already.`
      say(invitation, message)
    })
  },
)

const list = command('list', 'List the operators', {}, (_args, { say }) =>
  withConnection(async ({ pool }) => {
    const operators = await listOperators({ pool })
    say(operators, operators.map((operator) => operator.email).join('\n') || 'No operators yet.')
  }),
)

const remove = command(
  'remove',
  'Remove an operator, but keep their account',
  { email, yes },
  async (args, { say }) => {
    const address = readEmail(args.email)
    await confirm(`${address} can no longer use the operators’ console.`, address, args.yes)
    await withConnection(async ({ pool }) => {
      const removed = await removeOperator({ pool }, address)
      say(removed, `${removed.email} is no longer an operator.`)
    })
  },
)

export const operator = group('operator', 'Who may use the operators’ console', { create, list, remove })
