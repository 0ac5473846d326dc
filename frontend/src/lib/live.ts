import { ui } from '../../../domain/limits.ts'
import { ApiError, call } from './api.ts'
import { wait } from './timers.ts'

/** Names of what changed on the server, such as `task 01…`; null if messages were missed, so that anything may have changed. */
export type Changed = readonly string[] | null

const listeners = new Set<(changed: Changed) => void>()

/** Calls `listener` whenever something has changed that concerns the signed-in user. */
export function onNews(listener: (changed: Changed) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const tell = (changed: Changed) => {
  for (const listener of listeners) listener(changed)
}

/** What the tabs of this browser tell each other. */
interface TabMessage {
  changed?: string[]
  isConnected?: boolean
  /** A tab asks whether there is a connection, or found that messages are missing. */
  asks?: 'connected' | 'reconnect'
}

/**
 * Reports the news of this user (`onNews`) until the returned function is called. All tabs share the connection of one of
 * them. The server counts the messages that it sends, so a visible page that asks now and then knows whether it has missed
 * one. Without a connection it asks every five seconds.
 */
export function followNews(userId: string): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const tabs = new BroadcastChannel(`news ${userId}`)
  const post = (message: TabMessage) => tabs.postMessage(message)
  /** The messages that the server had sent at the last check, and those received since. */
  let known: number | undefined
  let received = 0
  let isConnected = false
  let socket: WebSocket | undefined
  // The first check is made when there is a connection.
  let timer = setTimeout(() => void check(), ui.newsPoll)

  const receive = (changed: string[]) => {
    received++
    tell(changed)
  }
  const setConnected = (is: boolean) => {
    if (is === isConnected) return
    isConnected = is
    void check()
  }

  const checkAfter = (pause: number) => {
    clearTimeout(timer)
    timer = setTimeout(check, pause)
  }

  /** Asks whether messages are missing, now and then repeatedly. */
  async function check(): Promise<void> {
    clearTimeout(timer)
    if (document.hidden || signal.aborted) return
    checkAfter(isConnected ? ui.newsCheck : ui.newsPoll)
    const before = received
    try {
      const { age, messages } = await call('GET /api/news')
      if (signal.aborted) return
      // A message that arrived meanwhile is perhaps counted and perhaps not.
      if (received !== before) return checkAfter(ui.newsPoll)
      const isFirst = known === undefined
      // What the page read first may be older than what happened since it was opened.
      const isMissed =
        known === undefined ? age !== null && age < performance.now() : messages !== known + received
      known = messages
      received = 0
      if (!isMissed) return
      tell(null)
      if (isConnected && !isFirst) reconnect()
    } catch (error) {
      // The session has ended. What the page reads again says so.
      if (!(error instanceof ApiError && error.status === 401)) return
      tell(null)
      checkAfter(ui.newsCheck)
    }
  }

  const reconnect = () => {
    if (socket) socket.close()
    else post({ asks: 'reconnect' })
  }

  /** Connects once. @returns whether there was a connection, when it is closed */
  const connection = () =>
    new Promise<boolean>((resolve) => {
      let wasOpen = false
      const own = new WebSocket(`${location.origin.replace('http', 'ws')}/live`)
      socket = own
      // API Gateway closes a connection on which nothing was sent for ten minutes.
      const ping = setInterval(() => own.readyState === own.OPEN && own.send('{}'), ui.newsPing)
      const end = () => own.close()
      signal.addEventListener('abort', end)
      const change = (is: boolean) => {
        post({ isConnected: is })
        setConnected(is)
      }
      own.onopen = () => {
        wasOpen = true
        change(true)
      }
      own.onmessage = ({ data }) => {
        const { changed }: { changed: string[] } = JSON.parse(data)
        post({ changed })
        receive(changed)
      }
      own.onclose = () => {
        clearInterval(ping)
        signal.removeEventListener('abort', end)
        change(false)
        resolve(wasOpen)
      }
    })

  /** Stays connected. Each attempt without success doubles the pause, which varies, so that not all pages come back at once. */
  async function lead(): Promise<void> {
    for (let pause: number = ui.reconnectFirst; !signal.aborted; ) {
      pause = (await connection()) ? ui.reconnectFirst : Math.min(pause * 2, ui.reconnectLongest)
      await wait(pause * (0.5 + Math.random() / 2))
    }
    socket = undefined
  }

  tabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.isConnected !== undefined) setConnected(data.isConnected)
    if (data.changed) receive(data.changed)
    if (data.asks === 'connected' && socket) post({ isConnected })
    if (data.asks === 'reconnect') socket?.close()
  }
  const onShown = () => void check()
  document.addEventListener('visibilitychange', onShown)
  post({ asks: 'connected' })
  navigator.locks.request(`news ${userId}`, { signal }, lead).catch(() => {}) // the user signed out before it was this tab's turn
  return () => {
    stopped.abort()
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onShown)
    tabs.close()
  }
}
