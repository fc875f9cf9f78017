/** Follows a link that brought somebody here: tells of the click, keeps its mark, and says whose it was once they are a member. */
import { call, useSession } from '@atrium/sdk/web'
import { useEffect } from 'react'
import contract, { COOKIE, VIA } from '../../contract.ts'

const { routes } = contract

const readMark = (): string | null => document.cookie.match(new RegExp(`(?:^|; )${COOKIE}=([^;]+)`))?.[1] ?? null
const writeMark = (mark: string, days: number): void => {
  const secure = location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the checkout reads it where storage of its own is not shared, and the newer interface is not everywhere
  document.cookie = `${COOKIE}=${mark}; path=/; max-age=${days * 86_400}; samesite=lax${secure}`
}

export default function Follow() {
  const { member } = useSession()
  const memberId = member?.id
  useEffect(() => {
    const here = new URL(location.href)
    const code = here.searchParams.get(VIA)
    const follow = async () => {
      if (code) {
        // once: whoever passes the address on passes their own
        here.searchParams.delete(VIA)
        history.replaceState(history.state, '', here)
        const { token, days } = await call(routes.click, { body: { code, path: here.pathname, token: readMark() } })
        if (token) writeMark(token, days)
      }
      const mark = readMark()
      if (memberId && mark) {
        await call(routes.claim, { body: { token: mark } })
        writeMark('', 0)
      }
    }
    // a link that cannot be counted is no reason to disturb anybody
    follow().catch(() => undefined)
  }, [memberId])
  return null
}
