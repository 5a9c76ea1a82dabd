-- The tables with their indexes, row security and grants. Functions, triggers and views are in server/**/*.sql (docs/database.md).
-- Everything belongs to watchbill_migrator. The runner (server/platform/migrate.ts) has created the schema platform, infra/roles.sql the roles.

create schema core;
create schema identity;
grant usage on schema core, identity, platform to watchbill_app, watchbill_worker;
grant usage, create on schema core, identity, platform to watchbill_auth, watchbill_platform;
-- A restore sets the sequences behind ids.
alter default privileges in schema core grant select, update on sequences to watchbill_platform;
alter default privileges in schema identity grant select, update on sequences to watchbill_platform;
alter default privileges in schema platform grant select, update on sequences to watchbill_platform;

-- Sorts text as people expect: É with E, Mark 2 before Mark 10.
create collation core.reading_order (provider = icu, locale = 'und-u-kn-true');

-- The letters that a search compares, so that "jose" finds "José" and "strasse" finds "Straße": lower case, without accents, with
-- compatible forms folded. One expression of built-in functions, which the planner writes into the query; text of ASCII alone costs no
-- more than `lower`. Unique indexes depend on it: a change is a migration that rebuilds them.
create function core.folded(words text) returns text language sql immutable parallel safe as $$
  select case when pg_catalog.octet_length(words) = pg_catalog.char_length(words) then pg_catalog.lower(words) else
    pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(pg_catalog.replace(
      pg_catalog.translate(
        pg_catalog.lower(pg_catalog.regexp_replace(pg_catalog.normalize(words, 'NFKD'), '[\u0300-\u036f]', '', 'g')),
        'øłđðħıŧŋς’‘ʼ‐‑–', 'olddhitnσ''''''---'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
  end
$$;
grant execute on function core.folded to watchbill_app, watchbill_worker, watchbill_platform;

-- Whether Intl, Temporal and PostgreSQL know a time zone and read it alike. A constraint depends on it: a change is a migration that checks
-- the stored ones.
create function core.is_zone(name text) returns boolean language sql immutable as $$
  select case when name = any ('{
    Africa/Abidjan,Africa/Accra,Africa/Addis_Ababa,Africa/Algiers,Africa/Asmara,Africa/Asmera,Africa/Bamako,Africa/Bangui,
    Africa/Banjul,Africa/Bissau,Africa/Blantyre,Africa/Brazzaville,Africa/Bujumbura,Africa/Cairo,Africa/Casablanca,Africa/Ceuta,
    Africa/Conakry,Africa/Dakar,Africa/Dar_es_Salaam,Africa/Djibouti,Africa/Douala,Africa/El_Aaiun,Africa/Freetown,Africa/Gaborone,
    Africa/Harare,Africa/Johannesburg,Africa/Juba,Africa/Kampala,Africa/Khartoum,Africa/Kigali,Africa/Kinshasa,Africa/Lagos,
    Africa/Libreville,Africa/Lome,Africa/Luanda,Africa/Lubumbashi,Africa/Lusaka,Africa/Malabo,Africa/Maputo,Africa/Maseru,
    Africa/Mbabane,Africa/Mogadishu,Africa/Monrovia,Africa/Nairobi,Africa/Ndjamena,Africa/Niamey,Africa/Nouakchott,
    Africa/Ouagadougou,Africa/Porto-Novo,Africa/Sao_Tome,Africa/Timbuktu,Africa/Tripoli,Africa/Tunis,Africa/Windhoek,America/Adak,
    America/Anchorage,America/Anguilla,America/Antigua,America/Araguaina,America/Argentina/Buenos_Aires,America/Argentina/Catamarca,
    America/Argentina/ComodRivadavia,America/Argentina/Cordoba,America/Argentina/Jujuy,America/Argentina/La_Rioja,
    America/Argentina/Mendoza,America/Argentina/Rio_Gallegos,America/Argentina/Salta,America/Argentina/San_Juan,
    America/Argentina/San_Luis,America/Argentina/Tucuman,America/Argentina/Ushuaia,America/Aruba,America/Asuncion,America/Atikokan,
    America/Atka,America/Bahia,America/Bahia_Banderas,America/Barbados,America/Belem,America/Belize,America/Blanc-Sablon,
    America/Boa_Vista,America/Bogota,America/Boise,America/Buenos_Aires,America/Cambridge_Bay,America/Campo_Grande,America/Cancun,
    America/Caracas,America/Catamarca,America/Cayenne,America/Cayman,America/Chicago,America/Chihuahua,America/Ciudad_Juarez,
    America/Coral_Harbour,America/Cordoba,America/Costa_Rica,America/Coyhaique,America/Creston,America/Cuiaba,America/Curacao,
    America/Danmarkshavn,America/Dawson,America/Dawson_Creek,America/Denver,America/Detroit,America/Dominica,America/Edmonton,
    America/Eirunepe,America/El_Salvador,America/Ensenada,America/Fort_Nelson,America/Fort_Wayne,America/Fortaleza,America/Glace_Bay,
    America/Godthab,America/Goose_Bay,America/Grand_Turk,America/Grenada,America/Guadeloupe,America/Guatemala,America/Guayaquil,
    America/Guyana,America/Halifax,America/Havana,America/Hermosillo,America/Indiana/Indianapolis,America/Indiana/Knox,
    America/Indiana/Marengo,America/Indiana/Petersburg,America/Indiana/Tell_City,America/Indiana/Vevay,America/Indiana/Vincennes,
    America/Indiana/Winamac,America/Indianapolis,America/Inuvik,America/Iqaluit,America/Jamaica,America/Jujuy,America/Juneau,
    America/Kentucky/Louisville,America/Kentucky/Monticello,America/Knox_IN,America/Kralendijk,America/La_Paz,America/Lima,
    America/Los_Angeles,America/Louisville,America/Lower_Princes,America/Maceio,America/Managua,America/Manaus,America/Marigot,
    America/Martinique,America/Matamoros,America/Mazatlan,America/Mendoza,America/Menominee,America/Merida,America/Metlakatla,
    America/Mexico_City,America/Miquelon,America/Moncton,America/Monterrey,America/Montevideo,America/Montreal,America/Montserrat,
    America/Nassau,America/New_York,America/Nipigon,America/Nome,America/Noronha,America/North_Dakota/Beulah,
    America/North_Dakota/Center,America/North_Dakota/New_Salem,America/Nuuk,America/Ojinaga,America/Panama,America/Pangnirtung,
    America/Paramaribo,America/Phoenix,America/Port-au-Prince,America/Port_of_Spain,America/Porto_Acre,America/Porto_Velho,
    America/Puerto_Rico,America/Punta_Arenas,America/Rainy_River,America/Rankin_Inlet,America/Recife,America/Regina,America/Resolute,
    America/Rio_Branco,America/Rosario,America/Santa_Isabel,America/Santarem,America/Santiago,America/Santo_Domingo,
    America/Sao_Paulo,America/Scoresbysund,America/Shiprock,America/Sitka,America/St_Barthelemy,America/St_Johns,America/St_Kitts,
    America/St_Lucia,America/St_Thomas,America/St_Vincent,America/Swift_Current,America/Tegucigalpa,America/Thule,
    America/Thunder_Bay,America/Tijuana,America/Toronto,America/Tortola,America/Vancouver,America/Virgin,America/Whitehorse,
    America/Winnipeg,America/Yakutat,America/Yellowknife,Antarctica/Casey,Antarctica/Davis,Antarctica/DumontDUrville,
    Antarctica/Macquarie,Antarctica/Mawson,Antarctica/McMurdo,Antarctica/Palmer,Antarctica/Rothera,Antarctica/South_Pole,
    Antarctica/Syowa,Antarctica/Troll,Antarctica/Vostok,Arctic/Longyearbyen,Asia/Aden,Asia/Almaty,Asia/Amman,Asia/Anadyr,Asia/Aqtau,
    Asia/Aqtobe,Asia/Ashgabat,Asia/Ashkhabad,Asia/Atyrau,Asia/Baghdad,Asia/Bahrain,Asia/Baku,Asia/Bangkok,Asia/Barnaul,Asia/Beirut,
    Asia/Bishkek,Asia/Brunei,Asia/Calcutta,Asia/Chita,Asia/Choibalsan,Asia/Chongqing,Asia/Chungking,Asia/Colombo,Asia/Dacca,
    Asia/Damascus,Asia/Dhaka,Asia/Dili,Asia/Dubai,Asia/Dushanbe,Asia/Famagusta,Asia/Gaza,Asia/Harbin,Asia/Hebron,Asia/Ho_Chi_Minh,
    Asia/Hong_Kong,Asia/Hovd,Asia/Irkutsk,Asia/Istanbul,Asia/Jakarta,Asia/Jayapura,Asia/Jerusalem,Asia/Kabul,Asia/Kamchatka,
    Asia/Karachi,Asia/Kashgar,Asia/Kathmandu,Asia/Katmandu,Asia/Khandyga,Asia/Kolkata,Asia/Krasnoyarsk,Asia/Kuala_Lumpur,
    Asia/Kuching,Asia/Kuwait,Asia/Macao,Asia/Macau,Asia/Magadan,Asia/Makassar,Asia/Manila,Asia/Muscat,Asia/Nicosia,Asia/Novokuznetsk,
    Asia/Novosibirsk,Asia/Omsk,Asia/Oral,Asia/Phnom_Penh,Asia/Pontianak,Asia/Pyongyang,Asia/Qatar,Asia/Qostanay,Asia/Qyzylorda,
    Asia/Rangoon,Asia/Riyadh,Asia/Saigon,Asia/Sakhalin,Asia/Samarkand,Asia/Seoul,Asia/Shanghai,Asia/Singapore,Asia/Srednekolymsk,
    Asia/Taipei,Asia/Tashkent,Asia/Tbilisi,Asia/Tehran,Asia/Tel_Aviv,Asia/Thimbu,Asia/Thimphu,Asia/Tokyo,Asia/Tomsk,
    Asia/Ujung_Pandang,Asia/Ulaanbaatar,Asia/Ulan_Bator,Asia/Urumqi,Asia/Ust-Nera,Asia/Vientiane,Asia/Vladivostok,Asia/Yakutsk,
    Asia/Yangon,Asia/Yekaterinburg,Asia/Yerevan,Atlantic/Azores,Atlantic/Bermuda,Atlantic/Canary,Atlantic/Cape_Verde,Atlantic/Faeroe,
    Atlantic/Faroe,Atlantic/Jan_Mayen,Atlantic/Madeira,Atlantic/Reykjavik,Atlantic/South_Georgia,Atlantic/St_Helena,Atlantic/Stanley,
    Australia/ACT,Australia/Adelaide,Australia/Brisbane,Australia/Broken_Hill,Australia/Canberra,Australia/Currie,Australia/Darwin,
    Australia/Eucla,Australia/Hobart,Australia/LHI,Australia/Lindeman,Australia/Lord_Howe,Australia/Melbourne,Australia/NSW,
    Australia/North,Australia/Perth,Australia/Queensland,Australia/South,Australia/Sydney,Australia/Tasmania,Australia/Victoria,
    Australia/West,Australia/Yancowinna,Brazil/Acre,Brazil/DeNoronha,Brazil/East,Brazil/West,CST6CDT,Cuba,EST,EST5EDT,Egypt,Eire,GB,
    GB-Eire,GMT,GMT+0,GMT-0,GMT0,Greenwich,HST,Hongkong,Iceland,Iran,Israel,Jamaica,Japan,Kwajalein,Libya,MST,MST7MDT,NZ,NZ-CHAT,
    Navajo,PRC,PST8PDT,Poland,Portugal,ROC,ROK,Singapore,Turkey,UCT,UTC,Universal,W-SU,Zulu,Canada/Atlantic,Canada/Central,
    Canada/Eastern,Canada/Mountain,Canada/Newfoundland,Canada/Pacific,Canada/Saskatchewan,Canada/Yukon,Chile/Continental,
    Chile/EasterIsland,Etc/GMT,Etc/GMT+0,Etc/GMT+1,Etc/GMT+10,Etc/GMT+11,Etc/GMT+12,Etc/GMT+2,Etc/GMT+3,Etc/GMT+4,Etc/GMT+5,
    Etc/GMT+6,Etc/GMT+7,Etc/GMT+8,Etc/GMT+9,Etc/GMT-0,Etc/GMT-1,Etc/GMT-10,Etc/GMT-11,Etc/GMT-12,Etc/GMT-13,Etc/GMT-14,Etc/GMT-2,
    Etc/GMT-3,Etc/GMT-4,Etc/GMT-5,Etc/GMT-6,Etc/GMT-7,Etc/GMT-8,Etc/GMT-9,Etc/GMT0,Etc/Greenwich,Etc/UCT,Etc/UTC,Etc/Universal,
    Etc/Zulu,Europe/Amsterdam,Europe/Andorra,Europe/Astrakhan,Europe/Athens,Europe/Belfast,Europe/Belgrade,Europe/Berlin,
    Europe/Bratislava,Europe/Brussels,Europe/Bucharest,Europe/Budapest,Europe/Busingen,Europe/Chisinau,Europe/Copenhagen,
    Europe/Dublin,Europe/Gibraltar,Europe/Guernsey,Europe/Helsinki,Europe/Isle_of_Man,Europe/Istanbul,Europe/Jersey,
    Europe/Kaliningrad,Europe/Kiev,Europe/Kirov,Europe/Kyiv,Europe/Lisbon,Europe/Ljubljana,Europe/London,Europe/Luxembourg,
    Europe/Madrid,Europe/Malta,Europe/Mariehamn,Europe/Minsk,Europe/Monaco,Europe/Moscow,Europe/Nicosia,Europe/Oslo,Europe/Paris,
    Europe/Podgorica,Europe/Prague,Europe/Riga,Europe/Rome,Europe/Samara,Europe/San_Marino,Europe/Sarajevo,Europe/Saratov,
    Europe/Simferopol,Europe/Skopje,Europe/Sofia,Europe/Stockholm,Europe/Tallinn,Europe/Tirane,Europe/Tiraspol,Europe/Ulyanovsk,
    Europe/Uzhgorod,Europe/Vaduz,Europe/Vatican,Europe/Vienna,Europe/Vilnius,Europe/Volgograd,Europe/Warsaw,Europe/Zagreb,
    Europe/Zaporozhye,Europe/Zurich,Indian/Antananarivo,Indian/Chagos,Indian/Christmas,Indian/Cocos,Indian/Comoro,Indian/Kerguelen,
    Indian/Mahe,Indian/Maldives,Indian/Mauritius,Indian/Mayotte,Indian/Reunion,Mexico/BajaNorte,Mexico/BajaSur,Mexico/General,
    Pacific/Apia,Pacific/Auckland,Pacific/Bougainville,Pacific/Chatham,Pacific/Chuuk,Pacific/Easter,Pacific/Efate,Pacific/Enderbury,
    Pacific/Fakaofo,Pacific/Fiji,Pacific/Funafuti,Pacific/Galapagos,Pacific/Gambier,Pacific/Guadalcanal,Pacific/Guam,
    Pacific/Honolulu,Pacific/Johnston,Pacific/Kanton,Pacific/Kiritimati,Pacific/Kosrae,Pacific/Kwajalein,Pacific/Majuro,
    Pacific/Marquesas,Pacific/Midway,Pacific/Nauru,Pacific/Niue,Pacific/Norfolk,Pacific/Noumea,Pacific/Pago_Pago,Pacific/Palau,
    Pacific/Pitcairn,Pacific/Pohnpei,Pacific/Ponape,Pacific/Port_Moresby,Pacific/Rarotonga,Pacific/Saipan,Pacific/Samoa,
    Pacific/Tahiti,Pacific/Tarawa,Pacific/Tongatapu,Pacific/Truk,Pacific/Wake,Pacific/Wallis,Pacific/Yap,US/Alaska,US/Aleutian,
    US/Arizona,US/Central,US/East-Indiana,US/Eastern,US/Hawaii,US/Indiana-Starke,US/Michigan,US/Mountain,US/Pacific,US/Samoa
  }'::text[])
    then (timestamptz 'epoch' at time zone name) is not null else false end
$$;

-- Sites

create table core.sites (
  id bigint generated by default as identity,
  slug text not null,
  name text not null,
  prefix text not null default '',
  logo text,
  contact_name text not null default '',
  contact_email text not null default '',
  url text not null default '',
  media_root text not null default '/media/',
  timezone text not null default 'Europe/London',
  locale text not null default 'en-GB',
  default_country_code text not null default 'GB',
  embed_origins text[] not null default '{}',
  self_assign boolean not null default false,
  hide_account_existence boolean not null default false,
  reminder_offsets text[] not null default '{P7D,P1D}',
  quiet_start text not null default '20:00',
  quiet_end text not null default '08:00',
  sms_enabled boolean not null default false,
  feature_timesheets boolean not null default false,
  allowed_external_calendars text not null default '',
  status text not null default 'active',
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  color text not null default '#01579b',
  sms_price numeric(8,4),
  currency text not null default 'GBP',
  mail_per_day integer,
  mail_per_month integer,
  sms_per_day integer,
  sms_per_month integer,
  ask_answers boolean not null default true,
  answer_by_days integer not null default 5,
  allow_release boolean not null default false,
  release_days integer not null default 14,
  approve_swaps boolean not null default false,
  rest_hours integer not null default 0,
  cover_rungs jsonb not null
    default '[{"every": 24, "people": 3, "more_than": 168}, {"every": 4, "people": 5, "more_than": 48}, {"every": 1, "people": 10, "more_than": 12}, {"every": 1, "people": null, "more_than": 0}]',
  ask_weeks integer not null default 6,
  cover_needs_sign_in boolean not null default false,
  constraint sites_pkey primary key (id),
  constraint sites_slug_key unique (slug),
  constraint sites_answer_by_days check (answer_by_days between 2 and 60),
  constraint sites_ask_weeks check (ask_weeks between 1 and 52),
  constraint sites_caps check (least(mail_per_day, mail_per_month, sms_per_day, sms_per_month) >= 0),
  constraint sites_color check (color ~ '^#[0-9a-f]{6}$'),
  constraint sites_country_code check (default_country_code ~ '^[A-Z]{2}$'),
  constraint sites_cover_rungs check (jsonb_typeof(cover_rungs) = 'array' and (jsonb_array_length(cover_rungs) between 1 and 6)),
  constraint sites_currency check (currency ~ '^[A-Z]{3}$'),
  constraint sites_name_form check (length(name) between 1 and 200),
  constraint sites_quiet_end check (quiet_end ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint sites_quiet_start check (quiet_start ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  constraint sites_release_days check (release_days between 1 and 365),
  constraint sites_rest_hours check (rest_hours between 0 and 48),
  constraint sites_slug_form check (slug ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  constraint sites_sms_price check (sms_price >= 0),
  constraint sites_status check (status in ('active', 'suspended', 'deleted')),
  constraint sites_timezone check (core.is_zone(timezone))
);
alter table core.sites enable row level security, force row level security;
create policy sites_all on core.sites using (true) with check (true);
create policy sites_site on core.sites as restrictive
  using (id = (select current_setting('app.site_id')::bigint)) with check (id = (select current_setting('app.site_id')::bigint));
grant select on core.sites to watchbill_app, watchbill_worker;
grant select, insert, update, delete on core.sites to watchbill_platform;
grant update (
  allow_release, allowed_external_calendars, answer_by_days, approve_swaps, ask_answers, ask_weeks, color, contact_email,
  contact_name, cover_needs_sign_in, cover_rungs, default_country_code, embed_origins, feature_timesheets,
  hide_account_existence, locale, logo, name, prefix, quiet_end, quiet_start, release_days, reminder_offsets, rest_hours,
  self_assign, sms_enabled, timezone, url
) on core.sites to watchbill_app;

-- Accounts and how they sign in: read by watchbill_auth, and by functions

create table identity.accounts (
  id bigint generated by default as identity,
  email text not null,
  password_hash text,
  auth_epoch integer not null default 0,
  created_at timestamptz not null default now(),
  proved_at timestamptz,
  home_site bigint,
  constraint accounts_pkey primary key (id),
  constraint accounts_home_site_fk foreign key (home_site) references core.sites (id) on delete cascade,
  constraint accounts_email_lower check (email = lower(email)),
  constraint accounts_life check ((proved_at is null) = (home_site is not null))
);
create unique index accounts_home_key on identity.accounts (email, home_site) where proved_at is null;
create unique index accounts_proved_key on identity.accounts (email) where proved_at is not null;
grant select, insert, update, delete on identity.accounts to watchbill_auth, watchbill_platform;

create table identity.address_proofs (
  id bigint generated by default as identity,
  account_id bigint not null,
  email text not null,
  way text not null,
  site_id bigint,
  proved_at timestamptz not null,
  constraint address_proofs_pkey primary key (id),
  constraint address_proofs_account_fk foreign key (account_id) references identity.accounts (id) on delete cascade,
  constraint address_proofs_way check (way in ('reset', 'link', 'invitation', 'earlier'))
);
create index address_proofs_account on identity.address_proofs (account_id);
grant select, insert, update, delete on identity.address_proofs to watchbill_auth, watchbill_platform;

create table identity.passkeys (
  id bigint generated by default as identity,
  account_id bigint not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  rp_id text not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  constraint passkeys_pkey primary key (id),
  constraint passkeys_credential_key unique (credential_id),
  constraint passkeys_account_fk foreign key (account_id) references identity.accounts (id) on delete cascade,
  constraint passkeys_name_length check (length(name) between 1 and 100)
);
create index passkeys_account on identity.passkeys (account_id);
grant select, insert, update, delete on identity.passkeys to watchbill_auth, watchbill_platform;

create table identity.totp (
  account_id bigint not null,
  secret bytea not null,
  last_step bigint,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  constraint totp_pkey primary key (account_id),
  constraint totp_account_fk foreign key (account_id) references identity.accounts (id) on delete cascade
);
grant select, insert, update, delete on identity.totp to watchbill_auth, watchbill_platform;

create table identity.recovery_codes (
  account_id bigint not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pk primary key (account_id, code_hash),
  constraint recovery_codes_account_fk foreign key (account_id) references identity.accounts (id) on delete cascade
);
grant select, insert, update, delete on identity.recovery_codes to watchbill_auth, watchbill_platform;

create table identity.password_resets (
  id uuid not null default gen_random_uuid(),
  account_id bigint not null,
  site_id bigint not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  auth_epoch integer not null default 0,
  person bigint,
  opened_at timestamptz,
  constraint password_resets_pkey primary key (id),
  constraint password_resets_token_key unique (token_hash),
  constraint password_resets_account_fk foreign key (account_id) references identity.accounts (id) on delete cascade
);
create index password_resets_account on identity.password_resets (account_id) where used_at is null;
create index password_resets_expires on identity.password_resets (expires_at);
create index password_resets_invited on identity.password_resets (account_id, created_at) where person is not null;
create index password_resets_person on identity.password_resets (site_id, person) where person is not null and used_at is null;
grant select, insert, update, delete on identity.password_resets to watchbill_auth, watchbill_platform;

create table identity.tickets (
  ticket_hash bytea not null,
  purpose text not null,
  site_id bigint not null,
  account_id bigint,
  session bigint,
  facts jsonb not null default '{}',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint tickets_pkey primary key (ticket_hash),
  constraint tickets_account_fk foreign key (account_id) references identity.accounts (id) on delete cascade
);
create index tickets_account on identity.tickets (account_id, created_at) where account_id is not null;
create index tickets_expires on identity.tickets (expires_at);
grant select, insert, update, delete on identity.tickets to watchbill_auth, watchbill_platform;

-- People

create table core.people (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  account_id bigint,
  name text not null default '',
  email text not null default '',
  phone text,
  sms_verified boolean not null default false,
  avatar text,
  role text not null default 'user',
  is_active boolean not null default true,
  email_notifications boolean not null default true,
  email_reminders boolean not null default true,
  email_newsletters boolean not null default true,
  sms_notifications boolean not null default false,
  settings jsonb not null default '{}',
  joined date,
  last_login timestamptz,
  notes text not null default '',
  tags text[] not null default '{}',
  email_uid text not null
    default translate(encode((uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), ('+/=' || chr(10)), '-_'),
  email_blocked text,
  sms_blocked boolean not null default false,
  hide_verify_phone boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  erased_at timestamptz,
  name_lower text collate core.reading_order generated always as (lower(name)) stored,
  registered_at timestamptz,
  consent_version text,
  consent_at timestamptz,
  email_blocked_at timestamptz,
  email_blocked_cause text,
  email_blocked_detail text,
  email_unblocked_at timestamptz,
  sms_blocked_at timestamptz,
  cover_requests boolean not null default true,
  constraint people_pk primary key (site_id, id),
  constraint people_account_key unique (site_id, account_id),
  constraint people_email_uid_key unique (site_id, email_uid),
  constraint people_account_fk foreign key (account_id) references identity.accounts (id),
  constraint people_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint people_consent check ((consent_version is null) = (consent_at is null)),
  constraint people_email_blocked check (email_blocked in ('bounced', 'complained')),
  constraint people_email_blocked_detail_length check (length(email_blocked_detail) <= 300),
  constraint people_email_lower check (email = lower(email)),
  constraint people_name_length check (length(name) <= 200),
  constraint people_new_is_inactive check (role <> 'new' or (not is_active)),
  constraint people_phone_form check (phone ~ '^\+[1-9][0-9]{1,14}$'),
  constraint people_role check (role in ('admin', 'user', 'new'))
);
create index people_account on core.people (account_id);
create index people_blocked on core.people (site_id, name_lower, id) where email_blocked is not null or sms_blocked;
create unique index people_email_key on core.people (site_id, email) where email <> '';
create index people_name on core.people (site_id, name_lower, id);
create index people_new on core.people (site_id, created_at desc, id desc) where role = 'new';
create index people_phone on core.people (site_id, phone) where phone is not null;
alter table core.people enable row level security, force row level security;
create policy people_all on core.people using (true) with check (true);
create policy people_site on core.people as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.people to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.people to watchbill_platform;

create table core.profilefields (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  display_name text not null,
  kind text not null default 'text',
  choices text[] not null default '{}',
  "order" integer not null default 0,
  required boolean not null default false,
  user_visible boolean not null default true,
  user_editable boolean not null default true,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profilefields_pk primary key (site_id, id),
  constraint profilefields_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint profilefields_kind check (kind in ('text', 'number', 'date', 'choice', 'boolean')),
  constraint profilefields_name_length check (length(display_name) between 1 and 200)
);
alter table core.profilefields enable row level security, force row level security;
create policy profilefields_all on core.profilefields using (true) with check (true);
create policy profilefields_site on core.profilefields as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.profilefields to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.profilefields to watchbill_platform;

create table core.profileentries (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  entry_type bigint not null,
  person bigint not null,
  value text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profileentries_pk primary key (site_id, id),
  constraint profileentries_person_field_key unique (site_id, person, entry_type),
  constraint profileentries_entry_type_fk foreign key (site_id, entry_type) references core.profilefields (site_id, id) on delete cascade,
  constraint profileentries_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint profileentries_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint profileentries_value_length check (length(value) <= 5000)
);
create index profileentries_field on core.profileentries (site_id, entry_type);
create index profileentries_person on core.profileentries (site_id, person);
alter table core.profileentries enable row level security, force row level security;
create policy profileentries_all on core.profileentries using (true) with check (true);
create policy profileentries_site on core.profileentries as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.profileentries to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.profileentries to watchbill_platform;

create table core.email_changes (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  account_id bigint not null,
  email text not null,
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  auth_epoch integer not null default 0,
  constraint email_changes_pk primary key (site_id, id),
  constraint email_changes_person_key unique (site_id, person),
  constraint email_changes_token_key unique (site_id, token_hash),
  constraint email_changes_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint email_changes_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint email_changes_email_lower check (email = lower(email))
);
create index email_changes_account on core.email_changes (account_id);
alter table core.email_changes enable row level security, force row level security;
create policy email_changes_all on core.email_changes using (true) with check (true);
create policy email_changes_site on core.email_changes as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.email_changes to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.email_changes to watchbill_platform;

create table core.phone_codes (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  phone text not null,
  secret_id uuid not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint phone_codes_pk primary key (site_id, id),
  constraint phone_codes_person_key unique (site_id, person),
  constraint phone_codes_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint phone_codes_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
alter table core.phone_codes enable row level security, force row level security;
create policy phone_codes_all on core.phone_codes using (true) with check (true);
create policy phone_codes_site on core.phone_codes as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.phone_codes to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.phone_codes to watchbill_platform;

create table core.closures (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  constraint closures_pk primary key (site_id, id),
  constraint closures_person_key unique (site_id, person),
  constraint closures_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint closures_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index closures_due on core.closures (due_at);
alter table core.closures enable row level security, force row level security;
create policy closures_all on core.closures using (true) with check (true);
create policy closures_site on core.closures as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.closures to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.closures to watchbill_platform;

create table core.savedviews (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint,
  collection text not null,
  name text not null,
  query text not null default '',
  shared boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint savedviews_pk primary key (site_id, id),
  constraint savedviews_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint savedviews_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint savedviews_collection_length check (length(collection) between 1 and 50),
  constraint savedviews_name_length check (length(name) between 1 and 200),
  constraint savedviews_query_length check (length(query) <= 4000)
);
create unique index savedviews_name_key on core.savedviews (site_id, person, collection, core.folded(name)) NULLS not DISTINCT;
alter table core.savedviews enable row level security, force row level security;
create policy savedviews_all on core.savedviews using (true) with check (true);
create policy savedviews_site on core.savedviews as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.savedviews to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.savedviews to watchbill_platform;

-- Sessions, keys and kiosks

create table core.sessions (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  account_id bigint,
  cookie_hash bytea,
  access_hash bytea,
  access_expires timestamptz,
  family_id uuid not null default gen_random_uuid(),
  view_as_user boolean not null default false,
  impersonator bigint,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  rotated_at timestamptz not null,
  expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  revoked_at timestamptz,
  ip text,
  user_agent text,
  signed_in_at timestamptz,
  parent bigint,
  earlier_cookie_hash bytea,
  cookie_shown_at timestamptz,
  constraint sessions_pk primary key (site_id, id),
  constraint sessions_access_key unique (site_id, access_hash),
  constraint sessions_cookie_key unique (site_id, cookie_hash),
  constraint sessions_earlier_cookie_key unique (site_id, earlier_cookie_hash),
  constraint sessions_impersonator_fk foreign key (site_id, impersonator) references core.people (site_id, id) on delete cascade,
  constraint sessions_parent_fk foreign key (site_id, parent) references core.sessions (site_id, id) on delete cascade,
  constraint sessions_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint sessions_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint sessions_parent_form check (impersonator is null or parent is not null)
);
create index sessions_account on core.sessions (account_id) where revoked_at is null;
create index sessions_parent on core.sessions (site_id, parent) where parent is not null;
create index sessions_person on core.sessions (site_id, person);
alter table core.sessions enable row level security, force row level security;
create policy sessions_all on core.sessions using (true) with check (true);
create policy sessions_site on core.sessions as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.sessions to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.sessions to watchbill_platform;

create table core.refresh_tokens (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  session bigint not null,
  token_hash bytea not null,
  parent_hash bytea,
  created_at timestamptz not null,
  used_at timestamptz,
  expires_at timestamptz not null,
  used_by bytea,
  access_hash bytea,
  access_until timestamptz,
  constraint refresh_tokens_pk primary key (site_id, id),
  constraint refresh_tokens_access_key unique (site_id, access_hash),
  constraint refresh_tokens_hash_key unique (site_id, token_hash),
  constraint refresh_tokens_session_fk foreign key (site_id, session) references core.sessions (site_id, id) on delete cascade,
  constraint refresh_tokens_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index refresh_tokens_session on core.refresh_tokens (site_id, session);
alter table core.refresh_tokens enable row level security, force row level security;
create policy refresh_tokens_all on core.refresh_tokens using (true) with check (true);
create policy refresh_tokens_site on core.refresh_tokens as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.refresh_tokens to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.refresh_tokens to watchbill_platform;

create table core.sign_in_providers (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  provider text not null,
  label text not null,
  issuer text not null,
  client_id text not null,
  client_secret bytea,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint sign_in_providers_pk primary key (site_id, id),
  constraint sign_in_providers_key unique (site_id, provider),
  constraint sign_in_providers_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint sign_in_providers_form check (provider ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
  constraint sign_in_providers_label check (length(label) between 1 and 60)
);
alter table core.sign_in_providers enable row level security, force row level security;
create policy sign_in_providers_all on core.sign_in_providers using (true) with check (true);
create policy sign_in_providers_site on core.sign_in_providers as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.sign_in_providers to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.sign_in_providers to watchbill_platform;

create table core.apikeys (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  scope text not null default 'read',
  prefix text not null,
  key_hash bytea not null,
  created_by bigint,
  last_used timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  scopes text[],
  constraint apikeys_pk primary key (site_id, id),
  constraint apikeys_hash_key unique (site_id, key_hash),
  constraint apikeys_created_by_fk foreign key (site_id, created_by) references core.people (site_id, id) on delete set null (created_by),
  constraint apikeys_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint apikeys_name_length check (length(name) between 1 and 200),
  constraint apikeys_scope check (scope in ('read', 'write')),
  constraint apikeys_scopes_form check (scopes is null or (cardinality(scopes) between 1 and 40))
);
alter table core.apikeys enable row level security, force row level security;
create policy apikeys_all on core.apikeys using (true) with check (true);
create policy apikeys_site on core.apikeys as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.apikeys to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.apikeys to watchbill_platform;

create table core.kiosks (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  secret_hash bytea,
  last_seen timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code_hash bytea,
  code_expires timestamptz,
  constraint kiosks_pk primary key (site_id, id),
  constraint kiosks_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint kiosks_name_length check (length(name) between 1 and 200)
);
create unique index kiosks_code on core.kiosks (site_id, code_hash) where code_hash is not null;
create unique index kiosks_secret on core.kiosks (site_id, secret_hash) where secret_hash is not null;
alter table core.kiosks enable row level security, force row level security;
create policy kiosks_all on core.kiosks using (true) with check (true);
create policy kiosks_site on core.kiosks as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.kiosks to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.kiosks to watchbill_platform;

-- What every collection uses: log, undo, repeated calls

create table core.audit (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  at timestamptz not null default now(),
  person bigint,
  impersonator bigint,
  actor text not null,
  action text not null,
  subject text not null default '',
  subject_id bigint,
  details jsonb not null default '{}',
  constraint audit_pk primary key (site_id, id),
  constraint audit_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index audit_area on core.audit (site_id, split_part(action, '.', 1), id desc);
create index audit_at on core.audit (site_id, at desc, id desc);
create index audit_impersonator on core.audit (site_id, impersonator, id desc) where impersonator is not null;
create index audit_person on core.audit (site_id, person, id desc) where person is not null;
create index audit_subject on core.audit (site_id, subject, subject_id);
alter table core.audit enable row level security, force row level security;
create policy audit_all on core.audit using (true) with check (true);
create policy audit_site on core.audit as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert on core.audit to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.audit to watchbill_platform;

create table core.undos (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  token_hash bytea not null,
  actor text not null,
  collection text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint undos_pk primary key (site_id, id),
  constraint undos_token_key unique (site_id, token_hash),
  constraint undos_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index undos_expires on core.undos (site_id, expires_at);
alter table core.undos enable row level security, force row level security;
create policy undos_all on core.undos using (true) with check (true);
create policy undos_site on core.undos as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.undos to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.undos to watchbill_platform;

create table core.trash (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  undo bigint not null,
  place integer not null,
  table_name text not null,
  cleared text,
  "row" jsonb not null,
  kept text not null default 'removed',
  constraint trash_pk primary key (site_id, id),
  constraint trash_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint trash_undo_fk foreign key (site_id, undo) references core.undos (site_id, id) on delete cascade,
  constraint trash_kept check (kept in ('removed', 'edited', 'made', 'left'))
);
create index trash_undo on core.trash (site_id, undo, place, id);
alter table core.trash enable row level security, force row level security;
create policy trash_all on core.trash using (true) with check (true);
create policy trash_site on core.trash as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.trash to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.trash to watchbill_platform;

create table core.idempotency_keys (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  actor text not null,
  key text not null,
  call text not null,
  digest bytea not null,
  answer jsonb,
  created_at timestamptz not null default now(),
  constraint idempotency_keys_pk primary key (site_id, id),
  constraint idempotency_keys_once unique (site_id, actor, key),
  constraint idempotency_keys_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint idempotency_keys_key_length check (length(key) between 1 and 200)
);
create index idempotency_keys_age on core.idempotency_keys (site_id, created_at);
alter table core.idempotency_keys enable row level security, force row level security;
create policy idempotency_keys_all on core.idempotency_keys using (true) with check (true);
create policy idempotency_keys_site on core.idempotency_keys as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.idempotency_keys to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.idempotency_keys to watchbill_platform;

create table core.imports (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  kind text not null,
  file_name text not null,
  digest text not null,
  counts jsonb not null default '{}',
  created jsonb not null default '{}',
  created_by bigint,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  constraint imports_pk primary key (site_id, id),
  constraint imports_created_by_fk foreign key (site_id, created_by) references core.people (site_id, id) on delete set null (created_by),
  constraint imports_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint imports_kind check (kind in ('people', 'season'))
);
create index imports_created on core.imports (site_id, created_at desc);
alter table core.imports enable row level security, force row level security;
create policy imports_all on core.imports using (true) with check (true);
create policy imports_site on core.imports as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.imports to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.imports to watchbill_platform;

-- Locations, roles and competencies

create table core.locations (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  "order" integer not null default 0,
  details text not null default '',
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  address text not null default '',
  constraint locations_pk primary key (site_id, id),
  constraint locations_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint locations_address_length check (length(address) <= 2000),
  constraint locations_details_length check (length(details) <= 20000),
  constraint locations_name_length check (length(name) between 1 and 200)
);
alter table core.locations enable row level security, force row level security;
create policy locations_all on core.locations using (true) with check (true);
create policy locations_site on core.locations as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.locations to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.locations to watchbill_platform;

create table core.equipment (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  details text not null default '',
  location bigint,
  "order" integer not null default 0,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint equipment_pk primary key (site_id, id),
  constraint equipment_location_fk foreign key (site_id, location) references core.locations (site_id, id) on delete set null (location),
  constraint equipment_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint equipment_name_length check (length(name) between 1 and 200)
);
create index equipment_name on core.equipment (site_id, "order", name);
alter table core.equipment enable row level security, force row level security;
create policy equipment_all on core.equipment using (true) with check (true);
create policy equipment_site on core.equipment as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.equipment to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.equipment to watchbill_platform;

create table core.roles (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  "order" integer not null default 0,
  details text not null default '',
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  required_competencies bigint[] not null default ('{}'::bigint[]),
  constraint roles_pk primary key (site_id, id),
  constraint roles_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint roles_details_length check (length(details) <= 20000),
  constraint roles_name_length check (length(name) between 1 and 200)
);
alter table core.roles enable row level security, force row level security;
create policy roles_all on core.roles using (true) with check (true);
create policy roles_site on core.roles as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.roles to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.roles to watchbill_platform;

create table core.assignments (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  "order" integer not null default 0,
  details text not null default '',
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint assignments_pk primary key (site_id, id),
  constraint assignments_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint assignments_details_length check (length(details) <= 20000),
  constraint assignments_name_length check (length(name) between 1 and 200)
);
alter table core.assignments enable row level security, force row level security;
create policy assignments_all on core.assignments using (true) with check (true);
create policy assignments_site on core.assignments as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.assignments to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.assignments to watchbill_platform;

create table core.competencies (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  details text not null default '',
  valid_months integer,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint competencies_pk primary key (site_id, id),
  constraint competencies_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint competencies_name_length check (length(name) between 1 and 200),
  constraint competencies_valid_months check (valid_months between 1 and 1200)
);
alter table core.competencies enable row level security, force row level security;
create policy competencies_all on core.competencies using (true) with check (true);
create policy competencies_site on core.competencies as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.competencies to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.competencies to watchbill_platform;

create table core.training (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  details text not null default '',
  competency bigint,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint training_pk primary key (site_id, id),
  constraint training_competency_fk
    foreign key (site_id, competency) references core.competencies (site_id, id) on delete set null (competency),
  constraint training_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint training_name_length check (length(name) between 1 and 200)
);
alter table core.training enable row level security, force row level security;
create policy training_all on core.training using (true) with check (true);
create policy training_site on core.training as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.training to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.training to watchbill_platform;

create table core.records (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  competency bigint not null,
  training bigint,
  achieved date not null,
  expires date,
  details text not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint records_pk primary key (site_id, id),
  constraint records_once unique (site_id, person, competency, achieved),
  constraint records_competency_fk foreign key (site_id, competency) references core.competencies (site_id, id) on delete cascade,
  constraint records_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint records_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint records_training_fk foreign key (site_id, training) references core.training (site_id, id) on delete set null (training)
);
alter table core.records enable row level security, force row level security;
create policy records_all on core.records using (true) with check (true);
create policy records_site on core.records as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.records to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.records to watchbill_platform;

-- Events

create table core.eventtypes (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  color text,
  "order" integer not null default 0,
  default_duration integer,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint eventtypes_pk primary key (site_id, id),
  constraint eventtypes_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint eventtypes_color_form check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint eventtypes_default_duration check (default_duration between 1 and 20160),
  constraint eventtypes_name_length check (length(name) between 1 and 200)
);
alter table core.eventtypes enable row level security, force row level security;
create policy eventtypes_all on core.eventtypes using (true) with check (true);
create policy eventtypes_site on core.eventtypes as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.eventtypes to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.eventtypes to watchbill_platform;

create table core.series (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null default '',
  details text not null default '',
  consecutive boolean not null default false,
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rendered_html text,
  renderer smallint not null default 0,
  constraint series_pk primary key (site_id, id),
  constraint series_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint series_details_length check (length(details) <= 20000),
  constraint series_name_length check (length(name) <= 200)
);
create index series_renderer on core.series (renderer, site_id) where details <> '';
create index series_with_pictures on core.series (site_id) where details ~ 's/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)';
alter table core.series enable row level security, force row level security;
create policy series_all on core.series using (true) with check (true);
create policy series_site on core.series as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.series to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.series to watchbill_platform;

create table core.events (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null default '',
  series bigint,
  eventtype bigint,
  location bigint,
  start timestamptz not null,
  "end" timestamptz not null,
  color text,
  event_url text,
  details text not null default '',
  contact text not null default '',
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sequence integer not null default 0,
  rendered_html text,
  renderer smallint not null default 0,
  minimum integer,
  decide_at timestamptz,
  decision text,
  decided_at timestamptz,
  decision_asked_at timestamptz,
  minimums jsonb not null default '[]',
  constraint events_pk primary key (site_id, id),
  constraint events_eventtype_fk foreign key (site_id, eventtype) references core.eventtypes (site_id, id) on delete set null (eventtype),
  constraint events_location_fk foreign key (site_id, location) references core.locations (site_id, id) on delete set null (location),
  constraint events_series_fk foreign key (site_id, series) references core.series (site_id, id) on delete set null (series),
  constraint events_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint events_color_form check (color ~ '^#[0-9a-fA-F]{6}$'),
  constraint events_contact_length check (length(contact) <= 500),
  constraint events_decided check ((decision is null) = (decided_at is null)),
  constraint events_decision check (decision in ('go', 'off')),
  constraint events_details_length check (length(details) <= 20000),
  constraint events_end_after_start check ("end" >= start),
  constraint events_event_url_length check (length(event_url) <= 2000),
  constraint events_minimum check (minimum between 0 and 1000),
  constraint events_minimums check (jsonb_typeof(minimums) = 'array'),
  constraint events_name_length check (length(name) <= 200)
);
create index events_asked on core.events (site_id, id) where decision_asked_at is not null;
create index events_called_off on core.events (site_id, start) where decision = 'off';
create index events_decision_due on core.events (decide_at)
  where decide_at is not null and decision is null and (decision_asked_at is null or decision_asked_at < decide_at);
create index events_end on core.events (site_id, "end");
create index events_eventtype on core.events (site_id, eventtype);
create index events_location on core.events (site_id, location);
create index events_renderer on core.events (renderer, site_id) where details <> '';
create index events_series on core.events (site_id, series, start);
create index events_start on core.events (site_id, start, id);
create index events_to_decide on core.events (site_id, decide_at) where decide_at is not null and decision is null;
create index events_with_pictures on core.events (site_id) where details ~ 's/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)';
alter table core.events enable row level security, force row level security;
create policy events_all on core.events using (true) with check (true);
create policy events_site on core.events as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.events to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.events to watchbill_platform;

create table core.withdrawn_events (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  event bigint not null,
  name text not null default '',
  location text not null default '',
  start timestamptz not null,
  "end" timestamptz not null,
  sequence integer not null,
  withdrawn_at timestamptz not null default now(),
  constraint withdrawn_events_pk primary key (site_id, id),
  constraint withdrawn_events_key unique (site_id, event),
  constraint withdrawn_events_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
alter table core.withdrawn_events enable row level security, force row level security;
create policy withdrawn_events_all on core.withdrawn_events using (true) with check (true);
create policy withdrawn_events_site on core.withdrawn_events as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.withdrawn_events to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.withdrawn_events to watchbill_platform;

create table core.requests (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  event bigint not null,
  person bigint not null,
  comments text not null default '',
  assignment bigint,
  role bigint,
  location bigint,
  series bigint,
  new boolean not null default true,
  declined_at timestamptz,
  declined_by bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  declined_reason text not null default '',
  modified_start timestamptz,
  modified_end timestamptz,
  own boolean not null default false,
  asked_start timestamptz,
  asked_location bigint,
  constraint requests_pk primary key (site_id, id),
  constraint requests_person_event_key unique (site_id, event, person),
  constraint requests_assignment_fk
    foreign key (site_id, assignment) references core.assignments (site_id, id) on delete set null (assignment),
  constraint requests_declined_by_fk
    foreign key (site_id, declined_by) references core.people (site_id, id) on delete set null (declined_by),
  constraint requests_event_fk foreign key (site_id, event) references core.events (site_id, id) on delete cascade,
  constraint requests_location_fk foreign key (site_id, location) references core.locations (site_id, id) on delete set null (location),
  constraint requests_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint requests_role_fk foreign key (site_id, role) references core.roles (site_id, id) on delete set null (role),
  constraint requests_series_fk foreign key (site_id, series) references core.series (site_id, id) on delete set null (series),
  constraint requests_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint requests_comments_length check (length(comments) <= 2000),
  constraint requests_declined_reason_length check (length(declined_reason) <= 1000),
  constraint requests_modified_order check (modified_end > modified_start)
);
create index requests_person on core.requests (site_id, person);
create index requests_waiting on core.requests (site_id, created_at) where declined_at is null;
alter table core.requests enable row level security, force row level security;
create policy requests_all on core.requests using (true) with check (true);
create policy requests_site on core.requests as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.requests to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.requests to watchbill_platform;

-- Shifts and rosters

create table core.shifts (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  event bigint not null,
  person bigint,
  role bigint,
  assignment bigint,
  location bigint,
  start timestamptz not null,
  "end" timestamptz not null,
  actual_start timestamptz,
  actual_end timestamptz,
  hours double precision generated always as ((round((extract(epoch from (actual_end - actual_start)) / 3600), 2))::double precision) stored,
  draft timestamptz,
  published_by bigint,
  notes text not null default '',
  assigned_at timestamptz,
  start_changed_at timestamptz,
  sequence integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  modified_start timestamptz,
  modified_end timestamptz,
  kept_hours double precision,
  constraint shifts_pk primary key (site_id, id),
  constraint shifts_assignment_fk
    foreign key (site_id, assignment) references core.assignments (site_id, id) on delete set null (assignment),
  constraint shifts_event_fk foreign key (site_id, event) references core.events (site_id, id) on delete cascade,
  constraint shifts_location_fk foreign key (site_id, location) references core.locations (site_id, id) on delete set null (location),
  constraint shifts_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete set null (person),
  constraint shifts_published_by_fk
    foreign key (site_id, published_by) references core.people (site_id, id) on delete set null (published_by),
  constraint shifts_role_fk foreign key (site_id, role) references core.roles (site_id, id) on delete set null (role),
  constraint shifts_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint shifts_actual_order check (actual_end is null or (actual_start is not null and actual_end >= actual_start)),
  constraint shifts_end_after_start check ("end" > start),
  constraint shifts_modified_order check (coalesce(modified_end, "end") > coalesce(modified_start, start)),
  constraint shifts_modified_person check (person is not null or (modified_start is null and modified_end is null)),
  constraint shifts_notes_length check (length(notes) <= 5000)
);
create index shifts_assignment on core.shifts (site_id, assignment);
create index shifts_due on core.shifts (start, site_id, id) where draft is not null and person is not null and actual_start is null;
create index shifts_event on core.shifts (site_id, event, start);
create index shifts_location on core.shifts (site_id, location);
create index shifts_open on core.shifts (site_id, start, id) where person is null and draft is not null;
create index shifts_person on core.shifts (site_id, person, start);
create index shifts_role on core.shifts (site_id, role);
create index shifts_running on core.shifts (site_id, start) where actual_start is not null and actual_end is null;
create index shifts_start on core.shifts (site_id, start, id);
create index shifts_unpublished on core.shifts (site_id, event) where draft is null;
alter table core.shifts enable row level security, force row level security;
create policy shifts_all on core.shifts using (true) with check (true);
create policy shifts_site on core.shifts as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.shifts to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.shifts to watchbill_platform;

create table core.withdrawn_shifts (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shift bigint not null,
  person bigint not null,
  event_name text not null default '',
  start timestamptz not null,
  "end" timestamptz not null,
  sequence integer not null,
  withdrawn_at timestamptz not null default now(),
  event bigint,
  constraint withdrawn_shifts_pk primary key (site_id, id),
  constraint withdrawn_shifts_key unique (site_id, person, shift),
  constraint withdrawn_shifts_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint withdrawn_shifts_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index withdrawn_shifts_start on core.withdrawn_shifts (site_id, person, start);
alter table core.withdrawn_shifts enable row level security, force row level security;
create policy withdrawn_shifts_all on core.withdrawn_shifts using (true) with check (true);
create policy withdrawn_shifts_site on core.withdrawn_shifts as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.withdrawn_shifts to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.withdrawn_shifts to watchbill_platform;

create table core.availability (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  date date not null,
  start timestamptz not null,
  "end" timestamptz not null,
  available smallint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint availability_pk primary key (site_id, id),
  constraint availability_person_date_key unique (site_id, person, date),
  constraint availability_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint availability_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint availability_available check (available in (0, 1, 2))
);
create index availability_date on core.availability (site_id, date, person);
alter table core.availability enable row level security, force row level security;
create policy availability_all on core.availability using (true) with check (true);
create policy availability_site on core.availability as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.availability to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.availability to watchbill_platform;

create table core.time_requests (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shift bigint not null,
  person bigint not null,
  modified_start timestamptz,
  modified_end timestamptz,
  comments text not null default '',
  version integer not null default 1,
  answered_at timestamptz,
  answered_by bigint,
  granted boolean,
  reason text not null default '',
  before_start timestamptz,
  before_end timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint time_requests_pk primary key (site_id, id),
  constraint time_requests_answered_by_fk
    foreign key (site_id, answered_by) references core.people (site_id, id) on delete set null (answered_by),
  constraint time_requests_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint time_requests_shift_fk foreign key (site_id, shift) references core.shifts (site_id, id) on delete cascade,
  constraint time_requests_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint time_requests_answer check ((answered_at is null) = (granted is null)),
  constraint time_requests_comments_length check (length(comments) <= 1000),
  constraint time_requests_order check (modified_end > modified_start),
  constraint time_requests_reason_length check (length(reason) <= 1000)
);
create unique index time_requests_open on core.time_requests (site_id, shift, person) where answered_at is null;
create index time_requests_person on core.time_requests (site_id, person);
create index time_requests_shift on core.time_requests (site_id, shift, id);
alter table core.time_requests enable row level security, force row level security;
create policy time_requests_all on core.time_requests using (true) with check (true);
create policy time_requests_site on core.time_requests as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.time_requests to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.time_requests to watchbill_platform;

create table core.worked (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shift bigint not null,
  event bigint not null,
  person bigint not null,
  event_name text not null,
  assignment text,
  role text,
  start timestamptz not null,
  "end" timestamptz not null,
  modified_start timestamptz,
  modified_end timestamptz,
  actual_start timestamptz,
  actual_end timestamptz,
  hours double precision generated always as ((round((extract(epoch from (actual_end - actual_start)) / 3600), 2))::double precision) stored,
  kept_hours double precision,
  draft timestamptz,
  was_running boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint worked_pk primary key (site_id, id),
  constraint worked_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index worked_event on core.worked (site_id, event);
create index worked_person on core.worked (site_id, person, start);
create index worked_shift on core.worked (site_id, shift, id);
create index worked_start on core.worked (site_id, start);
alter table core.worked enable row level security, force row level security;
create policy worked_all on core.worked using (true) with check (true);
create policy worked_site on core.worked as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.worked to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.worked to watchbill_platform;

create table core.publications (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shifts bigint[] not null,
  due_at timestamptz not null,
  state text not null default 'planned',
  created_by bigint,
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint publications_pk primary key (site_id, id),
  constraint publications_created_by_fk
    foreign key (site_id, created_by) references core.people (site_id, id) on delete set null (created_by),
  constraint publications_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint publications_ended check ((state = 'planned') = (ended_at is null)),
  constraint publications_shifts check (cardinality(shifts) between 1 and 1000),
  constraint publications_state check (state in ('planned', 'done', 'cancelled'))
);
create index publications_created_by on core.publications (site_id, created_by);
create index publications_due on core.publications (due_at, site_id, id) where state = 'planned';
alter table core.publications enable row level security, force row level security;
create policy publications_all on core.publications using (true) with check (true);
create policy publications_site on core.publications as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.publications to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.publications to watchbill_platform;

create table core.roster_templates (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  created_at timestamptz not null default now(),
  constraint roster_templates_pk primary key (site_id, id),
  constraint roster_templates_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint roster_templates_name_length check (length(name) between 1 and 200)
);
create unique index roster_templates_name_key on core.roster_templates (site_id, core.folded(name));
alter table core.roster_templates enable row level security, force row level security;
create policy roster_templates_all on core.roster_templates using (true) with check (true);
create policy roster_templates_site on core.roster_templates as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.roster_templates to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.roster_templates to watchbill_platform;

create table core.roster_template_places (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  template bigint not null,
  assignment bigint,
  role bigint,
  location bigint,
  start_offset integer not null,
  end_offset integer not null,
  notes text not null default '',
  constraint roster_template_places_pk primary key (site_id, id),
  constraint roster_template_places_assignment_fk
    foreign key (site_id, assignment) references core.assignments (site_id, id) on delete set null (assignment),
  constraint roster_template_places_location_fk
    foreign key (site_id, location) references core.locations (site_id, id) on delete set null (location),
  constraint roster_template_places_role_fk foreign key (site_id, role) references core.roles (site_id, id) on delete set null (role),
  constraint roster_template_places_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint roster_template_places_template_fk
    foreign key (site_id, template) references core.roster_templates (site_id, id) on delete cascade,
  constraint roster_template_places_order check (end_offset > start_offset)
);
create index roster_template_places_assignment on core.roster_template_places (site_id, assignment);
create index roster_template_places_location on core.roster_template_places (site_id, location);
create index roster_template_places_role on core.roster_template_places (site_id, role);
create index roster_template_places_template on core.roster_template_places (site_id, template);
alter table core.roster_template_places enable row level security, force row level security;
create policy roster_template_places_all on core.roster_template_places using (true) with check (true);
create policy roster_template_places_site on core.roster_template_places as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.roster_template_places to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.roster_template_places to watchbill_platform;

create table core.calendar_feeds (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  secret text not null,
  created_at timestamptz not null default now(),
  constraint calendar_feeds_pk primary key (site_id, id),
  constraint calendar_feeds_person_key unique (site_id, person),
  constraint calendar_feeds_secret_key unique (site_id, secret),
  constraint calendar_feeds_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint calendar_feeds_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint calendar_feeds_secret_form check (secret ~ '^[A-Za-z0-9_-]{43}$')
);
alter table core.calendar_feeds enable row level security, force row level security;
create policy calendar_feeds_all on core.calendar_feeds using (true) with check (true);
create policy calendar_feeds_site on core.calendar_feeds as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.calendar_feeds to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.calendar_feeds to watchbill_platform;

-- Answers, questions, and what people know of their shifts

create table core.answers (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shift bigint not null,
  person bigint not null,
  answer text not null,
  reason text not null default '',
  given_by bigint,
  via text not null,
  at timestamptz not null,
  start timestamptz,
  "end" timestamptz,
  location bigint,
  assignment bigint,
  role bigint,
  constraint answers_pk primary key (site_id, id),
  constraint answers_given_by_fk foreign key (site_id, given_by) references core.people (site_id, id) on delete set null (given_by),
  constraint answers_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint answers_shift_fk foreign key (site_id, shift) references core.shifts (site_id, id) on delete cascade,
  constraint answers_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint answers_answer check (answer in ('confirmed', 'seeking_cover', 'released', 'asked')),
  constraint answers_reason_length check (length(reason) <= 500),
  constraint answers_via check (via in ('screen', 'link', 'rule', 'request'))
);
create index answers_person on core.answers (site_id, person);
create index answers_shift on core.answers (site_id, shift, id);
alter table core.answers enable row level security, force row level security;
create policy answers_all on core.answers using (true) with check (true);
create policy answers_site on core.answers as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.answers to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.answers to watchbill_platform;

create table core.answer_links (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  code text not null,
  channel text not null,
  person bigint not null,
  shifts jsonb not null,
  ends_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint answer_links_pk primary key (site_id, id),
  constraint answer_links_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint answer_links_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint answer_links_channel check (channel in ('email', 'sms')),
  constraint answer_links_code check (code ~ '^[0-9A-Za-z]{8}$')
);
create unique index answer_links_code_key on core.answer_links (site_id, code);
create index answer_links_ended on core.answer_links (site_id, ends_at);
create index answer_links_person on core.answer_links (site_id, person);
alter table core.answer_links enable row level security, force row level security;
create policy answer_links_all on core.answer_links using (true) with check (true);
create policy answer_links_site on core.answer_links as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.answer_links to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.answer_links to watchbill_platform;

create table core.questions (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shift bigint not null,
  person bigint not null,
  again boolean not null,
  at timestamptz not null,
  start timestamptz,
  "end" timestamptz,
  location bigint,
  assignment bigint,
  role bigint,
  constraint questions_pk primary key (site_id, id),
  constraint questions_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint questions_shift_fk foreign key (site_id, shift) references core.shifts (site_id, id) on delete cascade,
  constraint questions_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index questions_person on core.questions (site_id, person);
create index questions_shift on core.questions (site_id, shift, id);
alter table core.questions enable row level security, force row level security;
create policy questions_all on core.questions using (true) with check (true);
create policy questions_site on core.questions as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.questions to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.questions to watchbill_platform;

create table core.told (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  shift bigint,
  state text not null,
  facts jsonb not null,
  at timestamptz not null,
  by text not null,
  delivery bigint,
  constraint told_pk primary key (site_id, id),
  constraint told_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint told_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint told_by check (by in ('message', 'act', 'answer', 'hand')),
  constraint told_state check (state in ('theirs', 'off', 'not_theirs'))
);
create unique index told_delivery on core.told (site_id, delivery, shift) NULLS not DISTINCT where delivery is not null;
create index told_event on core.told (site_id, (((facts ->> 'event'))::bigint));
create index told_person on core.told (site_id, person);
create index told_shift on core.told (site_id, shift, person);
alter table core.told enable row level security, force row level security;
create policy told_all on core.told using (true) with check (true);
create policy told_site on core.told as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.told to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.told to watchbill_platform;

create table core.marks (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shift bigint not null,
  settle_at timestamptz not null
    default coalesce((nullif(current_setting('app.settle_at', true), ''))::timestamptz, '-infinity'::timestamptz),
  person bigint,
  actor bigint default ((nullif(current_setting('app.actor', true), ''))::bigint),
  theirs boolean not null default true,
  change bigint not null default (((pg_current_xact_id())::text)::bigint),
  sequence integer,
  constraint marks_pk primary key (site_id, id),
  constraint marks_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index marks_change on core.marks (site_id, change);
create index marks_person on core.marks (site_id, person);
create index marks_settled on core.marks (settle_at);
create index marks_shift on core.marks (site_id, shift, settle_at);
alter table core.marks enable row level security, force row level security;
create policy marks_all on core.marks using (true) with check (true);
create policy marks_site on core.marks as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.marks to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.marks to watchbill_platform;

create table core.dues (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  look_at timestamptz not null default '-infinity',
  ask_at timestamptz not null default '-infinity',
  constraint dues_pk primary key (site_id, id),
  constraint dues_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index dues_ask on core.dues (ask_at, site_id, id);
create index dues_next on core.dues (look_at, site_id, id);
alter table core.dues enable row level security, force row level security;
create policy dues_all on core.dues using (true) with check (true);
create policy dues_site on core.dues as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.dues to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.dues to watchbill_platform;

-- Cover, swaps and waiting lists

create table core.covers (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shift bigint not null,
  person bigint,
  state text not null default 'searching',
  rung integer not null default 0,
  next_rung_at timestamptz,
  seed integer not null default 0,
  covered_by bigint,
  started_by bigint,
  started_at timestamptz not null,
  moved_at timestamptz not null default now(),
  paused_by bigint,
  ended text,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sought_start timestamptz,
  sought_location bigint,
  sought_end timestamptz,
  sought_assignment bigint,
  sought_role bigint,
  constraint covers_pk primary key (site_id, id),
  constraint covers_covered_by_fk foreign key (site_id, covered_by) references core.people (site_id, id) on delete set null (covered_by),
  constraint covers_paused_by_fk foreign key (site_id, paused_by) references core.people (site_id, id) on delete set null (paused_by),
  constraint covers_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete set null (person),
  constraint covers_shift_fk foreign key (site_id, shift) references core.shifts (site_id, id) on delete cascade,
  constraint covers_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint covers_started_by_fk foreign key (site_id, started_by) references core.people (site_id, id) on delete set null (started_by),
  constraint covers_end check ((ended is not null) = state in ('covered', 'stopped', 'exhausted')),
  constraint covers_ended check (ended in ('yes', 'filled', 'can_come', 'asked_again', 'cancelled', 'started', 'stopped', 'nobody_left')),
  constraint covers_next check ((next_rung_at is not null) = (state = 'searching')),
  constraint covers_state check (state in ('searching', 'paused', 'covered', 'stopped', 'exhausted'))
);
create index covers_cancelled on core.covers (site_id, shift) where ended = 'cancelled';
create index covers_covered_by on core.covers (site_id, covered_by);
create index covers_due on core.covers (next_rung_at) where state = 'searching';
create unique index covers_open on core.covers (site_id, shift) where state in ('searching', 'paused', 'exhausted');
create index covers_paused_by on core.covers (site_id, paused_by);
create index covers_person on core.covers (site_id, person);
create index covers_shift on core.covers (site_id, shift);
create index covers_started_by on core.covers (site_id, started_by);
alter table core.covers enable row level security, force row level security;
create policy covers_all on core.covers using (true) with check (true);
create policy covers_site on core.covers as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.covers to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.covers to watchbill_platform;

create table core.coverasks (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  cover bigint not null,
  person bigint not null,
  rung integer not null default 1,
  asked_at timestamptz not null,
  answer text,
  answered_at timestamptz,
  channel text not null,
  despite boolean not null default false,
  uid text not null default replace((gen_random_uuid())::text, '-', ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  code text,
  alone_until timestamptz,
  constraint coverasks_pk primary key (site_id, id),
  constraint coverasks_cover_fk foreign key (site_id, cover) references core.covers (site_id, id) on delete cascade,
  constraint coverasks_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint coverasks_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint coverasks_answer check (answer in ('yes', 'no')),
  constraint coverasks_answered check ((answer is null) = (answered_at is null)),
  constraint coverasks_channel check (channel in ('email', 'sms', 'both', 'none')),
  constraint coverasks_code check (code ~ '^[0-9A-Za-z]{8}$')
);
create unique index coverasks_code_key on core.coverasks (site_id, code);
create unique index coverasks_once on core.coverasks (site_id, cover, person);
create index coverasks_person on core.coverasks (site_id, person, asked_at desc);
create unique index coverasks_uid_key on core.coverasks (site_id, uid);
alter table core.coverasks enable row level security, force row level security;
create policy coverasks_all on core.coverasks using (true) with check (true);
create policy coverasks_site on core.coverasks as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.coverasks to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.coverasks to watchbill_platform;

create table core.swap_circles (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  state text not null default 'proposed',
  size integer not null,
  ends_at timestamptz not null,
  agreed_at timestamptz,
  ended_by bigint,
  ended_at timestamptz,
  created_at timestamptz not null,
  constraint swap_circles_pk primary key (site_id, id),
  constraint swap_circles_ended_by_fk foreign key (site_id, ended_by) references core.people (site_id, id) on delete set null (ended_by),
  constraint swap_circles_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint swap_circles_state check (state in ('proposed', 'done', 'declined', 'withdrawn', 'expired'))
);
create index swap_circles_due on core.swap_circles (site_id, ends_at) where state = 'proposed';
create index swap_circles_ended_by on core.swap_circles (site_id, ended_by);
alter table core.swap_circles enable row level security, force row level security;
create policy swap_circles_all on core.swap_circles using (true) with check (true);
create policy swap_circles_site on core.swap_circles as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.swap_circles to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.swap_circles to watchbill_platform;

create table core.swap_parts (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  circle bigint not null,
  person bigint not null,
  "position" integer not null,
  gives bigint,
  gets bigint,
  accepted boolean,
  answered_at timestamptz,
  given_start timestamptz,
  given_location bigint,
  given_assignment bigint,
  given_end timestamptz,
  given_role bigint,
  constraint swap_parts_pk primary key (site_id, id),
  constraint swap_parts_person_key unique (site_id, circle, person),
  constraint swap_parts_circle_fk foreign key (site_id, circle) references core.swap_circles (site_id, id) on delete cascade,
  constraint swap_parts_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint swap_parts_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint swap_parts_moves check (gives is not null or gets is not null)
);
create index swap_parts_person on core.swap_parts (site_id, person, circle);
alter table core.swap_parts enable row level security, force row level security;
create policy swap_parts_all on core.swap_parts using (true) with check (true);
create policy swap_parts_site on core.swap_parts as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.swap_parts to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.swap_parts to watchbill_platform;

create table core.swaps (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  person bigint not null,
  kind text not null,
  shift bigint not null,
  wants jsonb not null default '{}',
  comments text not null default '',
  state text not null,
  circle bigint,
  ended_at timestamptz,
  created_at timestamptz not null,
  searched_at timestamptz not null default now(),
  constraint swaps_pk primary key (site_id, id),
  constraint swaps_circle_fk foreign key (site_id, circle) references core.swap_circles (site_id, id) on delete set null (circle),
  constraint swaps_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint swaps_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint swaps_comments_length check (length(comments) <= 500),
  constraint swaps_kind check (kind in ('hand_over', 'swap', 'offer')),
  constraint swaps_state check (state in ('proposed', 'offered', 'done', 'declined', 'withdrawn', 'expired')),
  constraint swaps_wants_size check (length((wants)::text) <= 20000)
);
create index swaps_circle on core.swaps (site_id, circle);
create index swaps_offered on core.swaps (site_id) where state in ('proposed', 'offered');
create unique index swaps_open on core.swaps (site_id, shift) where state in ('proposed', 'offered');
create index swaps_person on core.swaps (site_id, person, id);
create index swaps_recent on core.swaps (site_id, id);
create index swaps_searched on core.swaps (site_id, searched_at) where state = 'offered';
alter table core.swaps enable row level security, force row level security;
create policy swaps_all on core.swaps using (true) with check (true);
create policy swaps_site on core.swaps as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.swaps to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.swaps to watchbill_platform;

create table core.waiting (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  event bigint not null,
  assignment bigint not null,
  person bigint not null,
  looked_at timestamptz not null,
  created_at timestamptz not null,
  constraint waiting_pk primary key (site_id, id),
  constraint waiting_once unique (site_id, event, assignment, person),
  constraint waiting_assignment_fk foreign key (site_id, assignment) references core.assignments (site_id, id) on delete cascade,
  constraint waiting_event_fk foreign key (site_id, event) references core.events (site_id, id) on delete cascade,
  constraint waiting_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint waiting_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index waiting_assignment on core.waiting (site_id, assignment);
create index waiting_person on core.waiting (site_id, person);
alter table core.waiting enable row level security, force row level security;
create policy waiting_all on core.waiting using (true) with check (true);
create policy waiting_site on core.waiting as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.waiting to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.waiting to watchbill_platform;

create table core.waitingoffers (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  waiting bigint not null,
  shift bigint not null,
  exclusive boolean not null,
  hold_until timestamptz not null,
  offered_at timestamptz not null,
  ended text,
  ended_at timestamptz,
  offered_by bigint,
  start timestamptz,
  "end" timestamptz,
  location bigint,
  role bigint,
  constraint waitingoffers_pk primary key (site_id, id),
  constraint waitingoffers_once unique (site_id, waiting, shift),
  constraint waitingoffers_offered_by_fk
    foreign key (site_id, offered_by) references core.people (site_id, id) on delete set null (offered_by),
  constraint waitingoffers_shift_fk foreign key (site_id, shift) references core.shifts (site_id, id) on delete cascade,
  constraint waitingoffers_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint waitingoffers_waiting_fk foreign key (site_id, waiting) references core.waiting (site_id, id) on delete cascade,
  constraint waitingoffers_end check ((ended is null) = (ended_at is null)),
  constraint waitingoffers_ended check (ended in ('no', 'expired', 'gone'))
);
create unique index waitingoffers_held on core.waitingoffers (site_id, shift) where ended is null and exclusive;
create index waitingoffers_offered_by on core.waitingoffers (site_id, offered_by);
create unique index waitingoffers_open on core.waitingoffers (site_id, waiting) where ended is null;
create index waitingoffers_shift on core.waitingoffers (site_id, shift);
alter table core.waitingoffers enable row level security, force row level security;
create policy waitingoffers_all on core.waitingoffers using (true) with check (true);
create policy waitingoffers_site on core.waitingoffers as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.waitingoffers to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.waitingoffers to watchbill_platform;

-- Messages and news

create table core.messagetemplates (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  name text not null,
  kind text not null default 'email',
  subject text not null default '',
  body text not null default '',
  archived boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint messagetemplates_pk primary key (site_id, id),
  constraint messagetemplates_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint messagetemplates_kind check (kind in ('email', 'sms')),
  constraint messagetemplates_name_length check (length(name) between 1 and 200)
);
alter table core.messagetemplates enable row level security, force row level security;
create policy messagetemplates_all on core.messagetemplates using (true) with check (true);
create policy messagetemplates_site on core.messagetemplates as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.messagetemplates to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.messagetemplates to watchbill_platform;

create table core.messages (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  kind text not null default 'email',
  subject text not null default '',
  body text not null default '',
  template bigint,
  audience jsonb not null default '{}',
  status text not null default 'draft',
  scheduled_for timestamptz,
  created_by bigint,
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  reply_to text not null default 'site',
  origin jsonb,
  attachments jsonb not null default '[]',
  sent_by bigint,
  undo_until timestamptz,
  started_at timestamptz,
  cancelled_at timestamptz,
  tested_at timestamptz,
  expected integer,
  matching integer,
  receiving integer,
  problem text,
  rendered_html text,
  renderer smallint not null default 0,
  sent_key bigint,
  paused_at timestamptz,
  paused_by bigint,
  paused_key bigint,
  failures integer not null default 0,
  retry_at timestamptz,
  scheduled_with jsonb,
  constraint messages_pk primary key (site_id, id),
  constraint messages_created_by_fk foreign key (site_id, created_by) references core.people (site_id, id) on delete set null (created_by),
  constraint messages_paused_by_fk foreign key (site_id, paused_by) references core.people (site_id, id) on delete set null (paused_by),
  constraint messages_paused_key_fk foreign key (site_id, paused_key) references core.apikeys (site_id, id) on delete set null (paused_key),
  constraint messages_sent_by_fk foreign key (site_id, sent_by) references core.people (site_id, id) on delete set null (sent_by),
  constraint messages_sent_key_fk foreign key (site_id, sent_key) references core.apikeys (site_id, id) on delete set null (sent_key),
  constraint messages_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint messages_template_fk
    foreign key (site_id, template) references core.messagetemplates (site_id, id) on delete set null (template),
  constraint messages_attachments check (jsonb_typeof(attachments) = 'array' and jsonb_array_length(attachments) <= 3),
  constraint messages_kind check (kind in ('email', 'sms')),
  constraint messages_problem_length check (length(problem) <= 500),
  constraint messages_reply_to check (reply_to in ('site', 'sender')),
  constraint messages_status check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled'))
);
create index messages_created on core.messages (site_id, created_at desc, id desc);
create index messages_open on core.messages (scheduled_for) where status in ('scheduled', 'sending');
create index messages_renderer on core.messages (renderer, site_id) where body <> '';
create index messages_status on core.messages (site_id, status, created_at desc, id desc);
create index messages_with_files on core.messages (site_id) where attachments <> '[]'::jsonb;
create index messages_with_pictures on core.messages (site_id) where body ~ 's/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)';
alter table core.messages enable row level security, force row level security;
create policy messages_all on core.messages using (true) with check (true);
create policy messages_site on core.messages as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.messages to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.messages to watchbill_platform;

create table core.message_files (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  key text not null,
  created_at timestamptz not null default now(),
  unused_since timestamptz,
  constraint message_files_pk primary key (site_id, id),
  constraint message_files_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint message_files_key check (key ~ '^[A-Za-z0-9_-]{32}$')
);
create unique index message_files_by_key on core.message_files (site_id, key);
create index message_files_unused on core.message_files (unused_since) where unused_since is not null;
alter table core.message_files enable row level security, force row level security;
create policy message_files_all on core.message_files using (true) with check (true);
create policy message_files_site on core.message_files as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.message_files to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.message_files to watchbill_platform;

create table core.message_pictures (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  key text not null,
  created_at timestamptz not null default now(),
  unused_since timestamptz,
  constraint message_pictures_pk primary key (site_id, id),
  constraint message_pictures_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint message_pictures_key check (key ~ '^s/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)$')
);
create unique index message_pictures_by_key on core.message_pictures (site_id, key);
create index message_pictures_unused on core.message_pictures (unused_since) where unused_since is not null;
alter table core.message_pictures enable row level security, force row level security;
create policy message_pictures_all on core.message_pictures using (true) with check (true);
create policy message_pictures_site on core.message_pictures as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.message_pictures to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.message_pictures to watchbill_platform;

create table core.news (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  title text not null default '',
  content text not null default '',
  author bigint,
  posted timestamptz not null default now(),
  show_until timestamptz,
  pinned boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  rendered_html text,
  renderer smallint not null default 0,
  constraint news_pk primary key (site_id, id),
  constraint news_author_fk foreign key (site_id, author) references core.people (site_id, id) on delete set null (author),
  constraint news_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint news_content_length check (length(content) <= 50000),
  constraint news_title_length check (length(title) <= 300)
);
create index news_posted on core.news (site_id, posted desc, id);
create index news_renderer on core.news (renderer, site_id) where content <> '';
create index news_with_pictures on core.news (site_id) where content ~ 's/[0-9]{1,15}/[A-Za-z0-9_-]{32}[.](png|jpg)';
alter table core.news enable row level security, force row level security;
create policy news_all on core.news using (true) with check (true);
create policy news_site on core.news as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.news to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.news to watchbill_platform;

-- Deliveries

create table core.deliveries (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  shift bigint,
  event bigint,
  person bigint not null,
  kind text not null,
  channel text not null,
  cause text not null default '',
  start_local_date date,
  due_at timestamptz not null,
  useful_until timestamptz,
  state text not null default 'queued',
  reason text,
  facts jsonb not null default '{}',
  lane text not null default 'duty',
  attempt_id uuid,
  attempt_ids uuid[] not null default ('{}'::uuid[]),
  attempts integer not null default 0,
  doubts integer not null default 0,
  resent boolean not null default false,
  claimed_at timestamptz,
  called_at timestamptz,
  lease_until timestamptz,
  retry_at timestamptz,
  grouped_with bigint,
  provider_id text,
  error text,
  sent_at timestamptz,
  event_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  together text,
  constraint deliveries_pk primary key (site_id, id),
  constraint deliveries_person_fk foreign key (site_id, person) references core.people (site_id, id) on delete cascade,
  constraint deliveries_site_fk foreign key (site_id) references core.sites (id) on delete cascade,
  constraint deliveries_channel check (channel in ('email', 'sms')),
  constraint deliveries_lane check (lane in ('security', 'duty', 'urgent', 'notice', 'bulk', 'held')),
  constraint deliveries_state
    check (state in ('queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'skipped', 'cancelled', 'failed', 'missed', 'unknown'))
);
create index deliveries_bulk_failed on core.deliveries (site_id, kind) where state = 'failed' and (kind ~~ 'bulk:%') and shift is null;
create unique index deliveries_bulk_once on core.deliveries (site_id, kind, person, channel) where shift is null and (kind ~~ 'bulk:%');
create index deliveries_event on core.deliveries (site_id, event) where event is not null;
create index deliveries_farewell on core.deliveries (site_id, id) where kind = 'account.erased' and (facts <> '{}'::jsonb);
create index deliveries_leased on core.deliveries (lease_until) where state in ('sending', 'unknown');
create index deliveries_near on core.deliveries (useful_until) where state = 'queued' and lane = 'notice';
create unique index deliveries_notice_once on core.deliveries (site_id, person, kind, channel, cause) where cause ~~ 'notice:%';
create unique index deliveries_once on core.deliveries (site_id, shift, person, kind, channel, start_local_date, cause) NULLS not DISTINCT
  where shift is not null;
create index deliveries_person on core.deliveries (site_id, person, created_at desc);
create index deliveries_promises on core.deliveries (site_id, (((facts ->> 'shift_id'))::bigint)) where facts ? 'shift_id';
create index deliveries_queue on core.deliveries (channel, lane, site_id, due_at, id) where state = 'queued';
create index deliveries_queued_person on core.deliveries (site_id, person) where state = 'queued';
create unique index deliveries_request_once on core.deliveries (site_id, person, kind, channel, cause) where kind = 'request.declined';
create index deliveries_shift on core.deliveries (site_id, shift);
create index deliveries_state on core.deliveries (site_id, state, due_at);
alter table core.deliveries enable row level security, force row level security;
create policy deliveries_all on core.deliveries using (true) with check (true);
create policy deliveries_site on core.deliveries as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.deliveries to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.deliveries to watchbill_platform;

create table core.captured_messages (
  site_id bigint not null default (current_setting('app.site_id')::bigint),
  id bigint generated by default as identity,
  channel text not null,
  "to" text not null,
  subject text not null default '',
  text text not null default '',
  html text not null default '',
  headers jsonb not null default '{}',
  attachments jsonb not null default '[]',
  kind text not null,
  provider_id text,
  created timestamptz not null default now(),
  constraint captured_messages_pk primary key (site_id, id),
  constraint captured_messages_site_fk foreign key (site_id) references core.sites (id) on delete cascade
);
create index captured_messages_created on core.captured_messages (site_id, created desc, id desc);
alter table core.captured_messages enable row level security, force row level security;
create policy captured_messages_all on core.captured_messages using (true) with check (true);
create policy captured_messages_site on core.captured_messages as restrictive
  using (site_id = (select current_setting('app.site_id')::bigint)) with check (site_id = (select current_setting('app.site_id')::bigint));
grant select, insert, update, delete on core.captured_messages to watchbill_app, watchbill_worker;
grant select, insert, update, delete, truncate on core.captured_messages to watchbill_platform;

create table platform.notice_counts (
  site_id bigint not null,
  channel text not null,
  hour timestamptz not null,
  sent integer not null,
  constraint notice_counts_pkey primary key (site_id, channel),
  constraint notice_counts_site_id_fkey foreign key (site_id) references core.sites (id) on delete cascade
);
grant select, insert, update, delete on platform.notice_counts to watchbill_platform;

create table platform.provider_budget (
  channel text not null,
  tokens double precision not null,
  refilled_at timestamptz not null,
  turns jsonb not null default '{}',
  claims integer not null default 0,
  constraint provider_budget_pkey primary key (channel)
);
grant select, insert, update, delete on platform.provider_budget to watchbill_app, watchbill_worker, watchbill_platform;

create table platform.provider_events (
  provider_event_id text not null,
  received_at timestamptz not null default now(),
  constraint provider_events_pkey primary key (provider_event_id)
);
grant select, insert, update, delete on platform.provider_events to watchbill_app, watchbill_worker, watchbill_platform;

create table platform.provider_health (
  channel text not null,
  accepted_claim timestamptz not null default '-infinity',
  heard_claim timestamptz not null default '-infinity',
  unheard_since timestamptz,
  constraint provider_health_pkey primary key (channel)
);
grant select, insert, update, delete on platform.provider_health to watchbill_app, watchbill_worker, watchbill_platform;

create table platform.unclaimable (
  site_id bigint not null,
  delivery bigint not null,
  until timestamptz not null,
  constraint unclaimable_pkey primary key (site_id, delivery),
  constraint unclaimable_site_id_fkey foreign key (site_id) references core.sites (id) on delete cascade
);
grant select, insert, update, delete on platform.unclaimable to watchbill_platform;

-- Operators and the platform

create table platform.operators (
  account_id bigint not null,
  created_at timestamptz not null default now(),
  constraint operators_pkey primary key (account_id),
  constraint operators_account_id_fkey foreign key (account_id) references identity.accounts (id) on delete cascade
);
grant select on platform.operators to watchbill_auth;
grant select, insert, update, delete on platform.operators to watchbill_platform;

create table platform.operator_sessions (
  id bigint generated by default as identity,
  account_id bigint not null,
  token_hash bytea not null,
  auth_epoch integer not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz,
  ip text,
  user_agent text,
  constraint operator_sessions_pkey primary key (id),
  constraint operator_sessions_token_key unique (token_hash),
  constraint operator_sessions_operator_fk foreign key (account_id) references platform.operators (account_id) on delete cascade
);
create index operator_sessions_account on platform.operator_sessions (account_id);
grant select, insert, update, delete on platform.operator_sessions to watchbill_auth, watchbill_platform;

create table platform.operator_invitations (
  id uuid not null default gen_random_uuid(),
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  constraint operator_invitations_pkey primary key (id),
  constraint operator_invitations_email_key unique (email),
  constraint operator_invitations_email_lower check (email = lower(email))
);
grant select on platform.operator_invitations to watchbill_auth;
grant select, insert, update, delete on platform.operator_invitations to watchbill_platform;

create table platform.operator_acts (
  id bigint generated by default as identity,
  at timestamptz not null,
  account_id bigint,
  action text not null,
  site bigint,
  ip text,
  details jsonb not null default '{}',
  constraint operator_acts_pkey primary key (id)
);
create index operator_acts_at on platform.operator_acts (at desc, id desc);
create index operator_acts_done on platform.operator_acts (at desc, id desc) where action <> 'operator.refused';
grant select, insert on platform.operator_acts to watchbill_auth, watchbill_platform;

create table platform.operator_mails (
  id bigint generated by default as identity,
  "to" text not null,
  kind text not null,
  happened_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  captured jsonb,
  invitation uuid,
  about text,
  constraint operator_mails_pkey primary key (id)
);
create index operator_mails_due on platform.operator_mails (due_at) where captured is null;
grant select, update, delete on platform.operator_mails to watchbill_worker;
grant insert on platform.operator_mails to watchbill_auth;
grant select, insert, update, delete on platform.operator_mails to watchbill_platform;

create table platform.settings (
  name text not null,
  value jsonb not null,
  changed_at timestamptz not null default now(),
  constraint settings_pkey primary key (name)
);
grant select, insert, update, delete on platform.settings to watchbill_app, watchbill_worker, watchbill_platform;

create unlogged table platform.rate_limits (
  key varchar(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint rate_limits_pkey primary key (key)
);
create index rate_limits_expire on platform.rate_limits (expire);
grant select, insert, update, delete on platform.rate_limits to watchbill_auth, watchbill_platform;
