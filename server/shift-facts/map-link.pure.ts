/** A plain link, so that nothing is loaded from another host. */
export const mapLink = (address: string) =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`
