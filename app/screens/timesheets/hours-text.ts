/** "7.75 h". */
export const hoursText = (hours: number): string => `${hours.toFixed(2)} h`

export const peopleText = (count: number): string => (count === 1 ? '1 person' : `${count} people`)

export const eventsText = (count: number): string => (count === 1 ? '1 event' : `${count} events`)
