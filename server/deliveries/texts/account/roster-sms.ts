/**
 * What the texts of notices about the roster say. Days and times come first, since the end of a text is cut where it has to be, and the names
 * of people and shifts (`{what}`, `{name}`, `{gives}`, `{gets}`) are shortened before (`notice-sms.ts`).
 */
export const ROSTER_SMS = {
  called_off: 'called off {at}: {what}. You have nothing more to do.',
  back_on: 'takes place after all {at}: {what}. Your part in it is as before. {link}',
  back_on_changed:
    'takes place after all {at}: {what}. Your part in it has changed: you get a message of its own. {link}',
  back_on_fewer: 'takes place after all {at}: {what}. Not all of your shifts are yours any more. {link}',
  back_on_without: 'takes place after all {at}: {what}. You are not on it any more. {link}',
  decide: 'go ahead {at}, or call off? {have}: {what}. {link}',
  declined_released: 'cannot come {at}: {name}, {what}. The shift is open. {link}',
  declined_sought: 'cannot come {at}: {name}, {what}. Others are being asked. {link}',
  declined_left: 'cannot come {at}: {name}, {what}. Nobody is being asked yet. {link}',
  declined_again: 'cannot come again {at}: {name}, {what}. {link}',
  cover_asked: 'can you cover {at}, {what}? {link}',
  cover_found: 'covered {at}: {name} has taken {what}. You are off this shift.',
  cover_taken: 'covered {at}: {what}. Nothing to do, thank you.',
  cover_not_needed: 'no longer needed {at}: {what}. Nothing to do, thank you.',
  cover_changed: 'changed since you were asked {at}: {what}. Nothing to do, thank you.',
  cover_exhausted: 'nobody left to ask for {at}, {what}. {counts} {link}',
  answer_kept: 'comes after all {at}: {name}, {what}. {link}',
  gap_filled: 'found {at}: {name} is on {what}. {link}',
  gap_gone: 'no longer needed {at}: nobody for {what}.',
  gap_asked_again: 'asked again {at}: {name}, {what}. {link}',
  hold_ended: 'no longer held for you {at}: {what}. Nothing to do.',
  waiting_held: 'free {at}, held until {until}: {what}. {link}',
  waiting_open: 'free {at}, the first yes gets it: {what}. {link}',
  swap_found: 'swap your {given} for {at}? You give {gives}, you get {gets}. {link}',
  swap_asked: 'swap your {given} for {at}? {name} offers {gets} for your {gives}. {link}',
  hand_over_asked: 'can you take {at}, {gets}? {name} asks you. {link}',
  giving_away: 'may not come {at}: {name}, {what}. They have asked somebody to take it. {link}',
  swap_done: 'you now have {at}, {gets}. {link}',
  hand_over_done: 'off your shoulders {given}: {gives}.',
  swap_not_yours: 'no change {at}: you are not on {gets}. {link}',
  swap_ended: 'nothing to do any more {at}: {what} is not given away. {link}',
  swap_declined: 'no swap, still yours {given}: {gives}. {link}',
} as const
