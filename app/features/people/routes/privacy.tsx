import { PrivacyScreen } from '../privacy-screen.tsx'

export const handle = { title: 'Privacy Policy and Terms', auth: false, framed: false, width: '760px' }

export default PrivacyScreen
