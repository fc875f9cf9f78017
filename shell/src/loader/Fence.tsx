/** Keeps a broken screen inside itself; one that could not be loaded gets a fresh page first, once a session. */
import { type ComponentType, Component, type ReactNode } from 'react'

const RELOADED = 'atrium:reloaded'

/** An old page asks for files that a newer release no longer has: these errors say so. */
const LOADING = /dynamically imported module|importing a module script|error loading|failed to fetch|could not be loaded|load chunk/i
const isLoadFailure = (error: unknown): boolean => error instanceof Error && (LOADING.test(error.message) || error.name === 'ChunkLoadError')

/** Reloads the page unless this screen already did in this session. Returns whether it does. */
function reloadOnce(screen: string): boolean {
  try {
    const done: string[] = JSON.parse(sessionStorage.getItem(RELOADED) ?? '[]')
    if (done.includes(screen)) return false
    sessionStorage.setItem(RELOADED, JSON.stringify([...done, screen]))
  } catch (error) {
    // Without the mark it would reload for ever.
    console.warn('The reload of a broken screen could not be noted.', error)
    return false
  }
  location.reload()
  return true
}

interface Props {
  /** `posts/Post`, the screen behind the fence. */
  of: string
  /** The address: another one is another try. */
  at: string
  fallback: ComponentType<{ error: unknown; screen: string; retry: () => void }>
  children: ReactNode
}
interface State {
  error: unknown
  failed: boolean
  reloading: boolean
  at: string
}
export class Fence extends Component<Props, State> {
  override state: State = { error: null, failed: false, reloading: false, at: this.props.at }
  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error, failed: true }
  }
  static getDerivedStateFromProps({ at }: Props, state: State): Partial<State> | null {
    return at === state.at ? null : { at, error: null, failed: false }
  }
  override componentDidCatch(error: unknown) {
    console.error(`The screen ${this.props.of} failed.`, error)
    if (isLoadFailure(error) && navigator.onLine && reloadOnce(this.props.of)) this.setState({ reloading: true })
  }
  // Browsers remember a module that could not be fetched, so only a fresh page can try it again.
  retry = () => (isLoadFailure(this.state.error) ? location.reload() : this.setState({ error: null, failed: false }))
  override render() {
    if (!this.state.failed) return this.props.children
    if (this.state.reloading) return null
    const { fallback: Fallback, of } = this.props
    return <Fallback error={this.state.error} screen={of} retry={this.retry} />
  }
}
