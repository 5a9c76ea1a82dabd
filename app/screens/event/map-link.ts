/** Where an address is found on a map; a plain link, so that nothing is loaded from elsewhere. */
export const mapLink = (address: string) =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`
