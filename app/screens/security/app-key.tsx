import { Text } from '@mantine/core'
import classes from './security.module.css'

/** The key of an authenticator app in `otpauth` form as a picture, and as text in groups of four. */
export type AppOffer = { secret: string; picture: string }

/** What the authenticator app is given: a picture to scan, or a key to type. */
export function AppKey({ offer }: { offer: AppOffer }) {
  return (
    <>
      <Text size="sm">Scan this with your authenticator app, or type the key into it.</Text>
      <img className={classes.qr} src={offer.picture} alt="QR code of the key below" />
      <code className={classes.key}>{offer.secret.match(/.{1,4}/g)?.join(' ')}</code>
    </>
  )
}
