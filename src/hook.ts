import { ADDRESS_VARIABLE, TOKEN_VARIABLE } from './node/hooks/hookAddress';
import { askExtension } from './node/hooks/hookClient';

const address = process.env[ADDRESS_VARIABLE];
const token = process.env[TOKEN_VARIABLE];
if (address !== undefined && token !== undefined) {
  void askExtension(address, token, process.stdin, process.stdout, process.stderr).then(() => process.exit(0));
}
