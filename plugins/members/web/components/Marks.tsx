/** Tags and such beside a name, in their colours. */
import type { MemberMark } from '../../contract.ts'

const HEX = /^#[0-9a-f]{6}$/i
export function Marks({ marks, most = 3, className = '' }: { marks: readonly MemberMark[]; most?: number; className?: string }) {
  if (marks.length === 0) return null
  const shown = marks.slice(0, most)
  return (
    <ul className={`flex min-w-0 flex-wrap items-center gap-1 ${className}`}>
      {shown.map(({ id, name, emoji, color, text_color, display_format }) => (
        <li
          key={id}
          className="inline-flex max-w-40 items-center gap-1 rounded-full bg-hover px-2 text-12 leading-5 font-medium text-text-2"
          style={HEX.test(color) && HEX.test(text_color) ? { background: color, color: text_color } : undefined}
        >
          {emoji && display_format !== 'label' && <span aria-hidden="true">{emoji}</span>}
          <span className={display_format === 'emoji' && emoji ? 'sr-only' : 'truncate'}>{name}</span>
        </li>
      ))}
      {marks.length > shown.length && <li className="text-12 text-text-3">+{marks.length - shown.length}</li>}
    </ul>
  )
}
