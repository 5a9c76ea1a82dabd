import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All that is assigned as global unicast (RFC 4291 §2.4); what lies outside translates to IPv4 or stays on the link. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is on the public internet, so that a request to it reaches nothing of our own (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  // Node reads only the full notation; the library would also read `127.1` and octal numbers.
  if (!isIP(address) || address.includes('%')) return false
  const ip = ipaddr.parse(address)
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST))
}
