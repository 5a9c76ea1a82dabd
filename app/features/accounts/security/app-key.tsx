import { Text } from '@mantine/core'
import classes from './security.module.css'

/** The key of an authenticator app, as text and as a QR code of its `otpauth` URL. */
export type AppOffer = { secret: string; picture: string }

export function AppKey({ offer }: { offer: AppOffer }) {
  return (
    <>
      <Text size="sm">Scan this with your authenticator app, or type in the key.</Text>
      <img className={classes.qr} src={offer.picture} alt="QR code of the key below" />
      <code className={classes.key}>{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
    </>
  )
}
