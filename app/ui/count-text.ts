export const formatNumber = (n: number) => n.toLocaleString('en-GB')

/** "1 person", "1,200 people". @param plural the word for more than one, where it does not end in "s". */
export const countText = (n: number, singular: string, plural = `${singular}s`) =>
  `${formatNumber(n)} ${n === 1 ? singular : plural}`
