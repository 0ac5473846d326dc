/**
 * Shows the current step and the elapsed time. On a terminal one line is rewritten every second; otherwise each step is
 * printed once.
 */
export function progress() {
  const started = Date.now()
  const live = process.stdout.isTTY
  let text = ''
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  const draw = () => text && process.stdout.write(`\r\x1b[K${text} … ${seconds()}`)
  const timer = live && setInterval(draw, 1000)
  return {
    say(next) {
      text = next
      if (live) draw()
      else console.log(`${text} …`)
    },
    end(last) {
      if (live) clearInterval(timer)
      if (live && text) process.stdout.write('\r\x1b[K')
      if (last) console.log(`${last} (${seconds()})`)
    },
  }
}
