import type { Migration } from 'kysely'
import * as m0001 from './0001-sites-accounts-people.ts'
import * as m0002 from './0002-programme.ts'
import * as m0003 from './0003-member-data.ts'
import * as m0004 from './0004-deliveries.ts'
import * as m0005 from './0005-delivery-functions.ts'
import * as m0006 from './0006-operators.ts'
import * as m0010 from './0010-rate-limits.ts'
import * as m0011 from './0011-registration.ts'
import * as m0012 from './0012-audit-lists.ts'
import * as m0014 from './0014-own-account.ts'
import * as m0017 from './0017-sign-in.ts'
import * as m0020 from './0020-collections.ts'
import * as m0029 from './0029-request-answers.ts'
import * as m0030 from './0030-roster-templates.ts'
import * as m0031 from './0031-calendar-feeds.ts'
import * as m0043 from './0043-reading-order.ts'
import * as m0052 from './0052-operator-console.ts'
import * as m0054 from './0054-edits-kept.ts'
import * as m0055 from './0055-brand-colour.ts'
import * as m0056 from './0056-event-sequence.ts'
import * as m0057 from './0057-sites-tell.ts'
import * as m0058 from './0058-withdrawn-events.ts'
import * as m0060 from './0060-cookie-rotation.ts'
import * as m0061 from './0061-operators-are-told.ts'
import * as m0062 from './0062-folded-text.ts'
import * as m0065 from './0065-kiosk-confirms.ts'
import * as m0071 from './0071-first-plan.ts'
import * as m0072 from './0072-operators-told.ts'
import * as m0080 from './0080-proved-addresses.ts'
import * as m0081 from './0081-unlink-unproved.ts'
import * as m0082 from './0082-operator-invitations.ts'
import * as m0083 from './0083-secrets-of-admins.ts'
import * as m0085 from './0085-rendered-texts.ts'
import * as m0088 from './0088-last-of-a-kind.ts'
import * as m0089 from './0089-key-scopes.ts'
import * as m0091 from './0091-earlier-access-tokens.ts'
import * as m0093 from './0093-search-paths.ts'
import * as m0094 from './0094-idempotency-keys.ts'
import * as m0095 from './0095-meant-values.ts'
import * as m0100 from './0100-planning-in-portions.ts'
import * as m0110 from './0110-agreed-times.ts'
import * as m0125 from './0125-countries-of-sites.ts'
import * as m0127 from './0127-kept-hours.ts'
import * as m0130 from './0130-invitations.ts'
import * as m0135 from './0135-series-by-one-mail.ts'
import * as m0140 from './0140-times-asked-for.ts'
import * as m0150 from './0150-phones-by-site.ts'
import * as m0170 from './0170-messages-sent.ts'
import * as m0171 from './0171-messages-by-keys.ts'
import * as m0175 from './0175-starter-templates.ts'
import * as m0185 from './0185-blocked-addresses.ts'
import * as m0186 from './0186-times-put-aside.ts'
import * as m0190 from './0190-message-files.ts'
import * as m0191 from './0191-message-pictures.ts'
import * as m0200 from './0200-paused-messages.ts'
import * as m0201 from './0201-failed-messages.ts'
import * as m0210 from './0210-pictures-in-other-texts.ts'
import * as m0220 from './0220-answers.ts'
import * as m0221 from './0221-nudges.ts'
import * as m0230 from './0230-open-shifts.ts'
import * as m0235 from './0235-roster-notices.ts'
import * as m0236 from './0236-decisions-due.ts'
import * as m0240 from './0240-cover.ts'
import * as m0245 from './0245-swaps.ts'
import * as m0253 from './0253-called-off-shifts.ts'
import * as m0261 from './0261-waiting-lists.ts'
import * as m0274 from './0274-requests-confirm.ts'
import * as m0275 from './0275-minimums-of-assignments.ts'
import * as m0276 from './0276-asked-anew.ts'
import * as m0281 from './0281-codes-of-cover-links.ts'
import * as m0282 from './0282-rungs-of-cover.ts'
import * as m0283 from './0283-publications.ts'
import * as m0290 from './0290-covers-go-on.ts'
import * as m0291 from './0291-offered-by.ts'
import * as m0292 from './0292-calling-off-keeps-places.ts'
import * as m0293 from './0293-moved-shifts-are-sought-anew.ts'
import * as m0295 from './0295-archived-events.ts'
import * as m0297 from './0297-swaps-as-asked.ts'
import * as m0298 from './0298-search-for-swaps-again.ts'
import * as m0299 from './0299-decliners-are-missing.ts'
import * as m0300 from './0300-waiting-lists-move-on.ts'
import * as m0310 from './0310-zones.ts'
import * as m0311 from './0311-message-failures.ts'
import * as m0312 from './0312-sites-in-turn.ts'
import * as m0313 from './0313-choices-by-site.ts'
import * as m0314 from './0314-unclaimable-messages.ts'
import * as m0320 from './0320-turns-of-sites.ts'
import * as m0330 from './0330-opened-invitations.ts'
import * as m0340 from './0340-leftovers-of-edits.ts'
import * as m0350 from './0350-questions-as-shifts-come-near.ts'
import * as m0351 from './0351-unpublished-by-hand.ts'
import * as m0352 from './0352-scheduled-as-it-was.ts'
import * as m0360 from './0360-one-folding.ts'
import * as m0361 from './0361-promises-of-cover.ts'
import * as m0368 from './0368-messages-that-refuse-all.ts'
import * as m0371 from './0371-cover-by-those-who-signed-in.ts'
import * as m0372 from './0372-told.ts'
import * as m0373 from './0373-answers-about-facts.ts'
import * as m0374 from './0374-unsettled-shifts.ts'
import * as m0375 from './0375-marks-of-pairs.ts'
import * as m0376 from './0376-due-until-told.ts'
import * as m0390 from './0390-worked.ts'
import * as m0391 from './0391-told-again.ts'
import * as m0392 from './0392-promises-end.ts'
import * as m0393 from './0393-facts-of-offers.ts'
import * as m0395 from './0395-questions-about-facts.ts'
import * as m0397 from './0397-told-off.ts'
import * as m0398 from './0398-reached-again.ts'
import * as m0399 from './0399-archived-ends-promises.ts'
import * as m0400 from './0400-answers-in-a-view.ts'
import * as m0401 from './0401-questions-to-decide-end.ts'
import * as m0402 from './0402-cancelled-entries.ts'
import * as m0403 from './0403-unpublished-in-events.ts'

/** All migrations by name, in the order in which they run. A landed one is never changed. */
export const migrations: Record<string, Migration> = {
  '0001-sites-accounts-people': m0001,
  '0002-programme': m0002,
  '0003-member-data': m0003,
  '0004-deliveries': m0004,
  '0005-delivery-functions': m0005,
  '0006-operators': m0006,
  '0010-rate-limits': m0010,
  '0011-registration': m0011,
  '0012-audit-lists': m0012,
  '0014-own-account': m0014,
  '0017-sign-in': m0017,
  '0020-collections': m0020,
  '0029-request-answers': m0029,
  '0030-roster-templates': m0030,
  '0031-calendar-feeds': m0031,
  '0043-reading-order': m0043,
  '0052-operator-console': m0052,
  '0054-edits-kept': m0054,
  '0055-brand-colour': m0055,
  '0056-event-sequence': m0056,
  '0057-sites-tell': m0057,
  '0058-withdrawn-events': m0058,
  '0060-cookie-rotation': m0060,
  '0061-operators-are-told': m0061,
  '0062-folded-text': m0062,
  '0065-kiosk-confirms': m0065,
  '0071-first-plan': m0071,
  '0072-operators-told': m0072,
  '0080-proved-addresses': m0080,
  '0081-unlink-unproved': m0081,
  '0082-operator-invitations': m0082,
  '0083-secrets-of-admins': m0083,
  '0085-rendered-texts': m0085,
  '0088-last-of-a-kind': m0088,
  '0089-key-scopes': m0089,
  '0091-earlier-access-tokens': m0091,
  '0093-search-paths': m0093,
  '0094-idempotency-keys': m0094,
  '0095-meant-values': m0095,
  '0100-planning-in-portions': m0100,
  '0110-agreed-times': m0110,
  '0125-countries-of-sites': m0125,
  '0127-kept-hours': m0127,
  '0130-invitations': m0130,
  '0135-series-by-one-mail': m0135,
  '0140-times-asked-for': m0140,
  '0150-phones-by-site': m0150,
  '0170-messages-sent': m0170,
  '0171-messages-by-keys': m0171,
  '0175-starter-templates': m0175,
  '0185-blocked-addresses': m0185,
  '0186-times-put-aside': m0186,
  '0190-message-files': m0190,
  '0191-message-pictures': m0191,
  '0200-paused-messages': m0200,
  '0201-failed-messages': m0201,
  '0210-pictures-in-other-texts': m0210,
  '0220-answers': m0220,
  '0221-nudges': m0221,
  '0230-open-shifts': m0230,
  '0235-roster-notices': m0235,
  '0236-decisions-due': m0236,
  '0240-cover': m0240,
  '0245-swaps': m0245,
  '0253-called-off-shifts': m0253,
  '0261-waiting-lists': m0261,
  '0274-requests-confirm': m0274,
  '0275-minimums-of-assignments': m0275,
  '0276-asked-anew': m0276,
  '0281-codes-of-cover-links': m0281,
  '0282-rungs-of-cover': m0282,
  '0283-publications': m0283,
  '0290-covers-go-on': m0290,
  '0291-offered-by': m0291,
  '0292-calling-off-keeps-places': m0292,
  '0293-moved-shifts-are-sought-anew': m0293,
  '0295-archived-events': m0295,
  '0297-swaps-as-asked': m0297,
  '0298-search-for-swaps-again': m0298,
  '0299-decliners-are-missing': m0299,
  '0300-waiting-lists-move-on': m0300,
  '0310-zones': m0310,
  '0311-message-failures': m0311,
  '0312-sites-in-turn': m0312,
  '0313-choices-by-site': m0313,
  '0314-unclaimable-messages': m0314,
  '0320-turns-of-sites': m0320,
  '0330-opened-invitations': m0330,
  '0340-leftovers-of-edits': m0340,
  '0350-questions-as-shifts-come-near': m0350,
  '0351-unpublished-by-hand': m0351,
  '0352-scheduled-as-it-was': m0352,
  '0360-one-folding': m0360,
  '0361-promises-of-cover': m0361,
  '0368-messages-that-refuse-all': m0368,
  '0371-cover-by-those-who-signed-in': m0371,
  '0372-told': m0372,
  '0373-answers-about-facts': m0373,
  '0374-unsettled-shifts': m0374,
  '0375-marks-of-pairs': m0375,
  '0376-due-until-told': m0376,
  '0390-worked': m0390,
  '0391-told-again': m0391,
  '0392-promises-end': m0392,
  '0393-facts-of-offers': m0393,
  '0395-questions-about-facts': m0395,
  '0397-told-off': m0397,
  '0398-reached-again': m0398,
  '0399-archived-ends-promises': m0399,
  '0400-answers-in-a-view': m0400,
  '0401-questions-to-decide-end': m0401,
  '0402-cancelled-entries': m0402,
  '0403-unpublished-in-events': m0403,
}
