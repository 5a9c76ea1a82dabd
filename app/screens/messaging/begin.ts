/** The most people that an address names; a longer selection is a list. */
export const MAX_NAMED = 500

/** "Message 1 person", "Message 5 people". */
export const messageText = (people: number): string => `Message ${people === 1 ? '1 person' : `${people} people`}`
