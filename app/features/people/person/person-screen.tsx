import { EmailsTab } from './emails-tab.tsx'
import { InfoTab } from './info-tab.tsx'
import type { PersonData } from './person-data.ts'
import { PersonFrame } from './person-frame.tsx'
import { RecordsTab } from './records-tab.tsx'
import { ShiftsTab } from './shifts-tab.tsx'

export const PersonScreen = ({ data }: { data: PersonData }) => (
  <PersonFrame
    key={data.person.id}
    person={data.person}
    facts={data.facts}
    invitation={data.invitation}
    registration={data.registration}
    confirmed={data.confirmed}
    tab={data.tab}
  >
    <Tab data={data} />
  </PersonFrame>
)

function Tab({ data }: { data: PersonData }) {
  switch (data.tab) {
    case 'info':
      return <InfoTab data={data} />
    case 'shifts':
      return <ShiftsTab data={data} />
    case 'records':
      return <RecordsTab data={data} />
    case 'emails':
      return <EmailsTab data={data} />
  }
}
