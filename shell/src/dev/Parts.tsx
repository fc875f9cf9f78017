/** Marks, faces, surfaces, overlays and writing on the page of the kit. */
import { useState } from 'react'
import {
  Avatar,
  AvatarStack,
  Badge,
  Button,
  Card,
  CardHead,
  Chip,
  Count,
  DataTable,
  Dialog,
  Divider,
  Drawer,
  Editor,
  Field,
  IconButton,
  Input,
  Kbd,
  ListRow,
  Menu,
  Note,
  Picture,
  Popover,
  Progress,
  RATIOS,
  RichText,
  SaveBar,
  Segment,
  Skeleton,
  SkeletonText,
  Spinner,
  Tabs,
  Time,
  toast,
  Tooltip,
  useConfirm,
} from '@atrium/sdk/web'
import { article, face, mentions, payments, people, picture } from './samples.ts'
import { Part } from './Part.tsx'

export function Marks() {
  const [tab, setTab] = useState('posts')
  const [feed, setFeed] = useState('you')
  const [topic, setTopic] = useState('All')
  return (
    <Part title="Tabs, segments, chips, badges">
      <Tabs
        label="Kit"
        current={tab}
        items={[
          { key: 'posts', label: 'Posts', onSelect: () => setTab('posts') },
          { key: 'upcoming', label: 'Upcoming', count: 2, onSelect: () => setTab('upcoming') },
          { key: 'members', label: 'Members', onSelect: () => setTab('members') },
        ]}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Segment
          label="Feed"
          value={feed}
          onChange={setFeed}
          items={[
            { value: 'you', label: 'For you' },
            { value: 'unread', label: 'Unread', count: 24 },
            { value: 'following', label: 'Following' },
          ]}
        />
        {['All', 'Tableware', 'Kilns'].map((name) => (
          <Chip key={name} pressed={topic === name} onClick={() => setTopic(name)}>
            {name}
          </Chip>
        ))}
        <Chip size="sm" icon="tag">
          celadon
        </Chip>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Badge>Level 7</Badge>
        <Badge tone="brand">Admin</Badge>
        <Badge tone="success" icon="check">
          Going
        </Badge>
        <Badge tone="warning">Payment due</Badge>
        <Badge tone="danger">Failed</Badge>
        <Badge tone="info">Trial</Badge>
        <Badge tone="line">Private</Badge>
        <Badge tone="live">Live</Badge>
        <Count value={3} label="3 unread" />
        <Count value={120} />
        <Count value={12} quiet />
        <Kbd>⌘K</Kbd>
        <Spinner />
        <Progress value={68} label="Course" className="w-32" />
        <Time value={Date.now() - 2 * 3_600_000} className="text-13 text-text-3" />
        <Time value="2026-11-20T17:42:00Z" kind="datetime" className="text-13 text-text-3" />
      </div>
    </Part>
  )
}

export const People = () => (
  <Part title="Faces">
    <div className="flex flex-wrap items-center gap-3.5 [--ring:var(--bg)]">
      <Avatar id={11} name="Hana Ishikawa" src={face} size={20} />
      <Avatar id={12} name="Jonas Weil" size={28} presence="online" />
      <Avatar id={13} name="Adaeze Obi" size={40} presence="idle" />
      <Avatar id={11} name="Hana Ishikawa" src={face} size={48} presence="offline" />
      <Avatar id={15} name="Beatriz Nogueira" size={64} presence="online" />
      <Avatar id="clay" name="Clay Fire" size={48} square />
      <AvatarStack people={people} size={28} />
    </div>
  </Part>
)

export function Surfaces() {
  const [selected, setSelected] = useState<Set<number | string>>(new Set([2]))
  const [descending, setDescending] = useState(false)
  const rows = descending ? payments.toReversed() : payments
  return (
    <Part title="Cards, rows, tables">
      <div className="grid items-start gap-5 desk:grid-cols-2">
        <Card className="overflow-hidden">
          <Picture src={picture} ratio={RATIOS.openGraph} alt="A celadon bowl on a table" />
          <div className="p-5">
            <h3 className="text-20">Three celadons, one bowl</h3>
            <p className="mb-4 mt-1.5 text-text-2">Same batch, same clay, only the cooling changed.</p>
            <Divider />
          </div>
          <ListRow to="/dev/ui">
            <Avatar id={12} name="Jonas Weil" size={32} />
            <span className="min-w-0 flex-1">Jonas Weil</span>
            <Badge tone="success">Answered</Badge>
          </ListRow>
          <ListRow>
            <Skeleton w={32} h={32} round />
            <SkeletonText lines={2} className="flex-1" />
          </ListRow>
        </Card>
        <div className="grid gap-3">
          <Card className="overflow-hidden">
            <CardHead title="Payments" text="Of the last three months." action={<Button icon="download">Export</Button>} />
            <DataTable
              label="Payments"
              rows={rows}
              selection={{ selected, onChange: setSelected }}
              sort={{ key: 'name', descending, onChange: (_, down) => setDescending(down) }}
              columns={[
                { key: 'name', title: 'Name', sortable: true },
                { key: 'status', title: 'Status', render: ({ status, tone }) => <Badge tone={tone}>{status}</Badge> },
                { key: 'paid', title: 'Paid', align: 'right' },
              ]}
            />
          </Card>
          <Note tone="warning">Card ends 4242 expires this month.</Note>
          <Note tone="success">Backup from 04:00 is complete.</Note>
          <Note tone="info" title="Waiting for a moderator">
            Only you and the moderators see this. Usually under three hours.
          </Note>
        </div>
      </div>
    </Part>
  )
}

export function Floating() {
  const confirm = useConfirm()
  const [dialog, setDialog] = useState(false)
  const [drawer, setDrawer] = useState(false)
  const [follow, setFollow] = useState(true)
  const [dirty, setDirty] = useState(false)
  const remove = async () => {
    if (
      await confirm({
        title: 'Delete “Kiln talk”?',
        text: '144 posts go with it. You have 30 days to bring it back.',
        action: 'Delete space',
        cancel: 'Keep it',
      })
    )
      toast.success('Space deleted')
  }
  return (
    <Part title="Overlays">
      <div className="flex flex-wrap items-center gap-2">
        <Menu
          align="start"
          trigger={<Button icon="ellipsis">Menu</Button>}
          items={[
            { heading: 'This post' },
            { label: 'Pin to top', icon: 'pin', keys: 'P', onSelect: () => toast.success('Pinned') },
            { label: 'Follow', icon: 'bell', checked: follow, onSelect: () => setFollow(!follow) },
            { label: 'Open', icon: 'arrow-up-right', to: '/dev/ui' },
            '-',
            { label: 'Delete post', icon: 'trash-2', tone: 'danger', onSelect: () => void remove() },
          ]}
        />
        <Popover align="start" label="Notifications" trigger={<IconButton icon="bell" label="Notifications" />}>
          <p className="text-text-2">Nothing new since Wednesday.</p>
        </Popover>
        <Tooltip label="Publish at once" keys="P">
          <Button>Tooltip</Button>
        </Tooltip>
        <Button onClick={() => setDialog(true)}>Dialog</Button>
        <Button onClick={() => setDrawer(true)}>Drawer</Button>
        <Button variant="danger-ghost" onClick={() => void remove()}>
          Confirm
        </Button>
        <Button onClick={() => toast.undo('Post moved to Glaze lab', { onUndo: () => toast.success('Moved back') })}>Toast</Button>
        <Button onClick={() => toast.error('Like not saved. You’re offline.')}>Failure</Button>
        <Button onClick={() => setDirty(true)}>Save bar</Button>
      </div>
      <Dialog
        open={dialog}
        onOpenChange={setDialog}
        title="Invite members"
        footer={
          <>
            <Button onClick={() => setDialog(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => setDialog(false)}>
              Send invitations
            </Button>
          </>
        }
      >
        <Field label="Email addresses" help="Parted by commas.">
          <Input />
        </Field>
      </Dialog>
      <Drawer open={drawer} onOpenChange={setDrawer} title="Details" width={400}>
        <SkeletonText lines={6} />
      </Drawer>
      <SaveBar dirty={dirty} onSave={() => setDirty(false)} onReset={() => setDirty(false)} />
    </Part>
  )
}

export function Writing() {
  const [post, setPost] = useState<typeof article | null>(article)
  const [comment, setComment] = useState<typeof article | null>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Part title="Rich text">
      <div className="grid items-start gap-5 desk:grid-cols-2">
        <Card pad>
          <RichText doc={article} />
        </Card>
        <div className="grid gap-5">
          <Card pad>
            <Editor
              label="Post"
              value={post}
              onChange={(doc) => setPost(doc as typeof article)}
              placeholder="Write, or press / for blocks"
              mentions={mentions}
              onBusy={setBusy}
            />
          </Card>
          <Editor
            size="small"
            value={comment}
            onChange={(doc) => setComment(doc as typeof article)}
            placeholder="Write a comment"
            mentions={mentions}
            onBusy={setBusy}
            onSubmit={() => !busy && setComment(null)}
            actions={
              <Button size="sm" variant="primary" disabled={busy} onClick={() => setComment(null)}>
                Comment
              </Button>
            }
          />
          <Card pad>
            <RichText doc={article} small truncate={4} />
          </Card>
        </div>
      </div>
    </Part>
  )
}
