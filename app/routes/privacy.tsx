import { PrivacyScreen } from '../screens/privacy/privacy-screen.tsx'

export const handle = { title: 'Privacy Policy and Terms', width: '760px' }

export default PrivacyScreen
