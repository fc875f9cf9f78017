/** Small dialogs about one post: where it lies, and who sees it from outside. */
import { Button, call, Dialog, Field, Input, Note, Switch, toast, useNavigate, useQueryCache, useT, useWrite, useCopy } from '@atrium/sdk/web'
import { useState } from 'react'
import spaces from '../../../spaces/contract.ts'
import contract, { type PostReply } from '../../contract.ts'
import { SpaceSelect } from './SpaceSelect.tsx'

export interface PostDialogProps {
  post: PostReply
  onClose: () => void
}

export function Move({ post, onClose }: PostDialogProps) {
  const t = useT()
  const navigate = useNavigate()
  const [spaceId, setSpaceId] = useState<number | null>(null)
  const onItsPage = location.pathname === post.url
  const move = useWrite(contract.routes.update, {
    invalidates: [contract, spaces],
    onSuccess: (moved) => {
      toast.success(t('move.done', { space: moved.space.name }))
      if (onItsPage) navigate(moved.url, { replace: true })
      onClose()
    },
    onError: (error) => toast.error(error.message),
  })
  const send = () =>
    spaceId && !move.isPending && move.mutate({ params: { spaceId: post.space_id, postSlug: post.slug }, body: { post: { space_id: spaceId } } })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('move.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button variant="primary" disabled={!spaceId} loading={move.isPending} onClick={send}>
            {t('move.action')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <SpaceSelect value={spaceId} onChange={setSpaceId} label={t('move.to')} except={post.space_id} />
        <Note>{t('move.text')}</Note>
      </div>
    </Dialog>
  )
}

/** The address for people without an account, while sharing is on. */
export function Share({ post, onClose }: PostDialogProps) {
  const t = useT()
  const toClipboard = useCopy()
  const cache = useQueryCache()
  const [shared, setShared] = useState({ on: post.share_post_enabled, uid: post.share_uid })
  const [busy, setBusy] = useState(false)
  const address = shared.uid && `${location.origin}/c/${post.space.slug}/${shared.uid}`
  const change = async (on: boolean) => {
    if (busy) return
    setBusy(true)
    try {
      const reply = await call(contract.routes.update, {
        params: { spaceId: post.space_id, postSlug: post.slug },
        body: { post: { share_post_enabled: on } },
      })
      setShared({ on: reply.share_post_enabled, uid: reply.share_uid })
      void cache.invalidate(contract)
    } catch (error) {
      toast.error((error as Error).message)
    } finally {
      setBusy(false)
    }
  }
  const copy = () => toClipboard(address!)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('share.title')}>
      <div className="grid gap-4">
        <Switch label={t('share.switch')} checked={shared.on} disabled={busy} onChange={(on) => void change(on)} />
        <p className="text-13 text-text-3">{t('share.text')}</p>
        {shared.on && address && (
          <div className="flex items-end gap-2">
            <Field label={t('share.address')} className="flex-1">
              <Input readOnly value={address} onFocus={(event) => event.target.select()} />
            </Field>
            <Button icon="copy" onClick={() => void copy()}>
              {t('share.copy')}
            </Button>
          </div>
        )}
      </div>
    </Dialog>
  )
}
