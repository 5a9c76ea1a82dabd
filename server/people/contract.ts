import type * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  date,
  type Field,
  flag,
  id,
  instant,
  json,
  orNull,
  readOnly,
  required,
  text,
  textLine,
  textList,
  titled,
} from '#server/engine/collections/field-contract.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { EMAIL_PATTERN, INVALID_EMAIL, MAX_EMAIL_LENGTH } from '#server/engine/kernel/email-address.pure.ts'
import { REQUIRED } from '#server/engine/kernel/expected.ts'
import { phoneField } from '#server/engine/kernel/phone-number/contract.ts'
import { blockField } from './blocked/block.ts'

const email = (): Field<z.ZodString> & { required: true } => {
  const field = required(textLine(MAX_EMAIL_LENGTH))
  return {
    ...field,
    input: boundedText({ max: MAX_EMAIL_LENGTH, tooLong: INVALID_EMAIL, trim: true })
      .toLowerCase()
      .min(1, { error: REQUIRED, abort: true })
      .regex(EMAIL_PATTERN, INVALID_EMAIL),
  }
}

const phone = (): Field<z.ZodString> => {
  const field = textLine(16)
  return { ...field, input: phoneField({ trim: true }) }
}

const ACCESS_ROLES = ['admin', 'user', 'new'] as const

export const people = defineContract({
  name: 'people',
  singular: 'person',
  title: 'People',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    /** The shared account's email: set on creation, then changed only by its owner. */
    email: email(),
    avatar: readOnly(orNull(textLine(500))),
    role: titled('Access role', choice(ACCESS_ROLES, 'user')),
    is_active: titled('Active', flag(true)),
    phone: orNull(phone()),
    sms_verified: titled('Phone verified', readOnly(flag())),
    email_notifications: flag(true),
    email_reminders: flag(true),
    email_newsletters: titled('Messages from the club', flag(true)),
    sms_notifications: titled('SMS notifications', flag()),
    cover_requests: flag(true),
    settings: readOnly(json()),
    joined: orNull(date()),
    last_login: readOnly(orNull(instant())),
    /** Admins only, like `notes`. */
    email_blocked: titled('Email blocked', blockField()),
    sms_blocked: titled('SMS blocked', blockField()),
    notes: text(20_000),
    tags: textList(50),
    hide_verify_phone: flag(),
  },
  search: ['name', 'email', 'phone'],
  sort: ['name'],
})
