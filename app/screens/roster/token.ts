/** A name for one decision, so that the server knows it again when it arrives twice. */
export const newToken = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
