const LEAST = 3

/** What a contact says of one person: an email, or else the words before a number or a sign; null if too little. */
export function wordsOfContact(contact: string): string | null {
  const email = contact.split(/[\s,;<>()]/).find((part) => part.indexOf('@', 1) > 0 && !part.endsWith('@'))
  const words = email ?? contact.split(/[,;:<>()/|·+\d]/, 1)[0]?.trim() ?? ''
  return words.length < LEAST ? null : words
}
