import { dictionary } from '@zxcvbn-ts/language-common'
import { normaliseText } from '#server/engine/kernel/composed-text.pure.ts'

const MIN_LENGTH = 8
const MAX_LENGTH = 1024

/** About 49,000 common passwords, in lower case. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  (dictionary['passwords-common'] as readonly string[]).map((p) => p.toLowerCase()),
)

const MIN_NAME_WORD = 4
/** Characters that must remain without the site's name, digits and punctuation. */
const MIN_REMAINDER = 4

/**
 * Checks the length of a new password and whether it is easy to guess. Demands no kinds of characters; trims nothing.
 * @param about the site's name and the person's email and name, which attackers try first.
 * @returns the problem, or null.
 */
export function passwordProblem(
  password: string,
  about: { site: string; email?: string | undefined; name?: string | undefined },
): string | null {
  if ([...password].length < MIN_LENGTH) return `Use at least ${MIN_LENGTH} characters.`
  if (password.length > MAX_LENGTH) return 'Too long.'
  const lower = normaliseText(password, 'NFKC').toLowerCase()
  if (COMMON_PASSWORDS.has(lower) || COMMON_PASSWORDS.has(lettersOnly(lower)) || isOneCharacter(lower))
    return 'This password is easy to guess. Please choose another.'
  const personal = [about.email, about.email?.split('@')[0], about.name].map((text) => text?.toLowerCase().trim())
  if (personal.includes(lower)) return 'This is your own name or email. Please choose something else.'
  const words =
    about.site
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.filter((word) => word.length >= MIN_NAME_WORD) ?? []
  const remainder = lettersOnly(words.reduce((text, word) => text.replaceAll(word, ''), lower))
  if (remainder.length < MIN_REMAINDER && words.some((word) => lower.includes(word)))
    return 'This password is too close to the name of the club. Please choose another.'
  return null
}

const lettersOnly = (text: string) => text.replace(/[^\p{L}]+/gu, '')

const isOneCharacter = (text: string) => new Set(text).size === 1
