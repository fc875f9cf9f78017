/** The private address of a calendar, for programs that ask for it again and again. */
import { Button, Dialog, Field, Input, LinkButton, Note, Skeleton, toast, useConfirm, useT, useWrite, useCopy } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type Feed } from '../../contract.ts'

const { routes } = contract

/** @param spaceId null for all that one goes to */
export function FeedDialog({ spaceId, onClose }: { spaceId: number | null; onClose: () => void }) {
  const t = useT()
  const toClipboard = useCopy()
  const confirm = useConfirm()
  const [feed, setFeed] = useState<Feed | null>(null)
  const open = useWrite(routes.openFeed, { onSuccess: setFeed, onError: (error) => toast.error(error.message) })
  const { mutate } = open
  useEffect(() => mutate({ body: { space_id: spaceId } }), [mutate, spaceId])
  const copy = (address: string) => toClipboard(address)
  const reset = async () => {
    if (await confirm({ title: t('feed.reset_title'), text: t('feed.reset_text'), action: t('feed.reset') }))
      mutate({ body: { space_id: spaceId, reset: true } })
  }
  return (
    <Dialog
      open
      onOpenChange={(shown) => !shown && onClose()}
      title={t('feed.title')}
      width={520}
      footer={<Button onClick={onClose}>{t('form.close')}</Button>}
    >
      <div className="grid gap-4">
        <p className="text-text-2">{t(spaceId === null ? 'feed.mine_text' : 'feed.space_text')}</p>
        {feed ? (
          <>
            <div className="flex gap-2">
              <Input readOnly value={feed.url} aria-label={t('feed.address')} onFocus={({ target }) => target.select()} />
              <Button icon="copy" onClick={() => void copy(feed.url)}>
                {t('feed.copy')}
              </Button>
            </div>
            <div className="flex flex-wrap gap-2">
              <LinkButton to={feed.webcal_url} icon="calendar-plus">
                {t('feed.open')}
              </LinkButton>
              <LinkButton to={feed.google_url} target="_blank" rel="noreferrer" icon="external-link">
                Google
              </LinkButton>
              <Button variant="ghost" icon="refresh-cw" loading={open.isPending} onClick={() => void reset()}>
                {t('feed.reset')}
              </Button>
            </div>
            <Field label={t('feed.caldav')} help={t('feed.caldav_text')}>
              <div className="flex gap-2">
                <Input readOnly value={feed.caldav_url} onFocus={({ target }) => target.select()} />
                <Button icon="copy" onClick={() => void copy(feed.caldav_url)}>
                  {t('feed.copy')}
                </Button>
              </div>
            </Field>
            <Note tone="warning">{t('feed.secret')}</Note>
          </>
        ) : (
          <Skeleton w="100%" h={90} />
        )}
      </div>
    </Dialog>
  )
}
