import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All assigned global unicast (RFC 4291 §2.4); the rest translates to IPv4 or is link-local. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is public, so that a request cannot reach internal services (RFC 6890). */
export function isPublicAddress(address: string): boolean {
  // Node reads only the full notation; the library would also read `127.1` and octal numbers.
  if (!isIP(address) || address.includes('%')) return false
  const ip = ipaddr.parse(address)
  return ip.range() === 'unicast' && (ip instanceof ipaddr.IPv4 || ip.match(GLOBAL_UNICAST))
}
