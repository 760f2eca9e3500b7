import { isDeepStrictEqual } from 'node:util';
import { Measurements } from '../../core/telemetry/measurements';
import { agentOf } from '../../node/agents/sessions';
import { type Meter, type TelemetryModule, telemetryTarget } from '../../node/telemetry/target';
import type { GuardWindow } from '../window/guardWindow';
import { reportFault } from '../window/log';

/** Only while the user has telemetry on. @param load loads what sends it; nothing is loaded while nothing is sent */
export function registerTelemetry(window: GuardWindow, load: () => Promise<TelemetryModule>): void {
  const { guard, sessions, settings, metrics, observers, log, version, subscriptions } = window;
  const measurements = new Measurements();
  let target: ReturnType<typeof telemetryTarget>;
  let meter: Promise<Meter> | undefined;
  observers.push({
    note: (event) => {
      const { conversationId } = event.kind === 'detection' ? event.detection : event;
      if (meter === undefined || metrics.isApart(conversationId)) {
        return;
      }
      // By its name on the command line, so that both are counted together.
      const harness = agentOf(sessions.typeOf(conversationId) ?? 'local') ?? 'unknown';
      const counted = measurements.of(event, { harness, model: guard.status(conversationId).model });
      if (counted.length > 0) {
        void meter.then((opened) => opened.add(counted)).catch(() => undefined);
      }
    },
  });
  /** Sends what is left; a closing window can't wait for it. */
  const end = (): void => {
    void meter?.then((opened) => opened.close()).catch(() => undefined);
    meter = undefined;
  };
  const update = (): void => {
    const wanted = telemetryTarget(settings.current.telemetry, process.env);
    if (isDeepStrictEqual(wanted, target)) {
      return;
    }
    end();
    target = wanted;
    if (typeof wanted === 'string') {
      log.warn(wanted);
    } else if (wanted !== undefined) {
      const onFault = (text: string): void => log.warn(text);
      meter = load().then(({ openMeter }) => openMeter({ target: wanted, version, onFault }));
      meter.then(
        () => log.info(`Counts are sent as OpenTelemetry metrics (${wanted.protocol}).`),
        reportFault(log, 'starting telemetry'),
      );
    }
  };
  update();
  subscriptions.push({ dispose: end }, settings.onDidChange(update));
}
