/** What is shown at the door: a code that is read by a camera, or typed. */
import { Button, Dialog, useT } from '@atrium/sdk/web'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'
import type { EventReply } from '../../contract.ts'

/** A picture that scales, without markup of others in the page. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: 'M', border: 2 })
    return { size, path: data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : []))).join('') }
  }, [text])
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className="mx-auto block w-full max-w-64 rounded-control bg-white"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}

export function Ticket({ event }: { event: EventReply }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const code = event.check_in_code!
  return (
    <>
      <Button icon="ticket" block onClick={() => setOpen(true)}>
        {t('ticket.show')}
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title={event.name} width={380}>
        <QrCode text={code} label={t('ticket.code', { code })} />
        <p className="mt-3 text-center text-17 font-semibold tracking-wider">{code}</p>
        <p className="mt-1 text-center text-13 text-text-2">{t('ticket.text')}</p>
      </Dialog>
    </>
  )
}
