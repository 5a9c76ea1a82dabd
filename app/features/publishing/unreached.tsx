import { IconPhone } from '@tabler/icons-react'
import { Avatar } from '#app/ui/person-chip.tsx'
import { PhoneText } from '#app/ui/phone-text.tsx'
import type { UnreachedPerson } from '#server/publishing/proof/contract.ts'
import classes from './sheet.module.css'

type Props = Pick<UnreachedPerson, 'name' | 'what' | 'why' | 'phone'>

export const Unreached = ({ name, what, why, phone }: Props) => (
  <li className={classes.line}>
    <Avatar name={name} size={28} />
    <span className={`wrap ${classes.who}`}>
      <b>{name || 'No name'}</b>
      <small>{what.join(', ').replaceAll('You are on: ', '')}</small>
      <small className={classes.why}>{why}</small>
    </span>
    {phone ? (
      <a href={`tel:${phone}`} className={classes.phone}>
        <span className="unseen">Phone {name}, </span>
        <IconPhone size={16} aria-hidden />
        <PhoneText number={phone} />
      </a>
    ) : (
      <small className={classes.noPhone}>No phone number</small>
    )}
  </li>
)
