import { createPasswords } from '#server/accounts/password.ts'
import { createOperator, listOperators, operatorEmail, removeOperator } from '#server/platform/operators.ts'
import { command, confirm, group, UsageError, yes } from './command.ts'
import { withConnection } from './connect.ts'

const email = { type: 'string', description: 'Login email', required: true } as const

function readEmail(text: string): string {
  const parsed = operatorEmail.safeParse(text)
  if (!parsed.success) throw new UsageError(`--email: ${parsed.error.issues[0]?.message}`)
  return parsed.data
}

const create = command('create', 'Let an account use the operators’ console', { email }, async (args, { say }) => {
  const wanted = readEmail(args.email)
  await withConnection(async ({ pool }) => {
    const made = await createOperator({ pool, passwords: createPasswords() }, wanted)
    const told =
      made.password === null ? 'The account keeps its password.' : `Password, shown only now: ${made.password}`
    say(made, `${made.email} is an operator.\n${told}`)
  })
})

const list = command('list', 'List the operators', {}, (_args, { say }) =>
  withConnection(async ({ pool }) => {
    const operators = await listOperators({ pool })
    say(operators, operators.map((operator) => operator.email).join('\n') || 'No operator yet.')
  }),
)

const remove = command('remove', 'Take the right away; the account stays', { email, yes }, async (args, { say }) => {
  const wanted = readEmail(args.email)
  await confirm(`${wanted} can no longer use the operators’ console.`, wanted, args.yes)
  await withConnection(async ({ pool }) => {
    const removed = await removeOperator({ pool }, wanted)
    say(removed, `${removed.email} is no longer an operator.`)
  })
})

export const operator = group('operator', 'Who may use the operators’ console', { create, list, remove })
