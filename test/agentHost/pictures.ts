// Part of `npm run pictures`: pictures of Agent Host sessions on a desktop, with the stand-in of localDesktop.ts.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { THEMES } from '../e2e/themes';
import type { AgentWindow } from './agentWindow';
import { HARNESS_NAMES } from './harness';
import { times } from './model/step';
import { pictureFailures, Rig } from './rig';

const TAKEN = join('out', 'pictures');
const SMALL = { width: 1280, height: 720 };
const PAGE_SIZE = { width: 760, height: 420 };
const LISTED = '.notifications-center';

const PROMPTS = { copilot: 'Why does the build fail?', claude: 'Move the prices into the cart' };

/** Keeps irrelevant parts of the window out of the pictures. */
const SETTINGS = {
  'workbench.activityBar.location': 'hidden',
  'window.commandCenter': false,
  'git.enabled': false,
};

describe('the pictures of a desktop (stand-in)', function () {
  this.timeout(600_000);
  let rig: Rig;
  let window: AgentWindow;

  const inEachTheme = async (take: (theme: string) => Promise<void>): Promise<void> => {
    for (const [name, theme] of Object.entries(THEMES)) {
      await window.configure({ 'workbench.colorTheme': theme });
      await take(name);
    }
  };
  const notices = (name: string): Promise<void> =>
    inEachTheme(async (theme) => {
      await window.run('notifications.showList');
      await window.page.locator(LISTED).waitFor();
      await window.page.mouse.move(0, 0);
      await window.page.screenshot({ path: join(TAKEN, `${name}-${theme}.png`), animations: 'disabled' });
      await window.run('notifications.hideList');
    });

  before(async () => {
    mkdirSync(TAKEN, { recursive: true });
    rig = await Rig.start({ settings: SETTINGS });
    window = await rig.openWindow({ localDesktop: true, scale: 2 });
    await window.page.setViewportSize(SMALL);
  });
  after(() => rig.close());
  pictureFailures(() => rig);

  for (const harness of HARNESS_NAMES) {
    it(`are taken: a stop (${harness})`, async () => {
      const session = await window.newSession(harness);
      await session.prompt(PROMPTS[harness], times(20, session.read('a.txt')), true);
      await notices(`notice-stop-${harness}`);
      await window.run('notifications.clearAll');
    });
  }

  it('are taken: a warning', async () => {
    await window.configure({ 'toolLoopGuard.mode': 'warn' });
    const session = await window.newSession('claude');
    const looked = [...times(6, session.read('a.txt')), 'The test is in place.'];
    await session.prompt('Add a test for empty carts', looked, true);
    await notices('notice-warning');
    await window.configure({ 'toolLoopGuard.mode': undefined });
    await window.run('notifications.clearAll');
  });

  it('are taken: what is guarded', async () => {
    await window.page.setViewportSize(PAGE_SIZE);
    await window.run('workbench.action.closeSidebar');
    await window.run('workbench.action.closeAuxiliaryBar');
    await inEachTheme(async (theme) => {
      await window.run('toolLoopGuard.checkProtection');
      await window.waitForFrame(/Which sessions are guarded/);
      await window.page.mouse.move(0, 0);
      await window.page.locator('.part.editor').screenshot({ path: join(TAKEN, `protection-${theme}.png`) });
      await window.run('workbench.action.closeActiveEditor');
    });
  });
});
