import { usePhoneTools } from './phone-tools.ts'

/** A stored number with the spaces of its country; without them until the numbering plans are loaded. */
export function PhoneText({ number }: { number: string }) {
  const tools = usePhoneTools()
  return <span className="num">{tools ? tools.formatPhone(number) : number}</span>
}
