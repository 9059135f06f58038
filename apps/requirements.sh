# shellcheck shell=bash
# Checks for the command ./innkeeper whether this machine can run Innkeeper, in the first second and without Node.js.
#
# A first start that fails half-way costs minutes before the user sees the next problem. So all findings are collected before any package is
# fetched. `add_finding SENTENCE COMMAND` adds a finding. The program itself checks later starts, because it has the configuration.

# Directory of another /proc, /sys and /etc for tests. Default: empty.
machine_root=${INNKEEPER_TEST_MACHINE:-}

# A machine of 2 GB, of which the kernel reserves up to 150 MB.
LEAST_MEMORY_KB=1900000
# 10 GB for packages, the database, the image, and some guests. 3 GB without guests.
LEAST_DISK_KB=9765625
LEAST_DISK_SIMULATED_KB=2929688

findings=()
add_finding() { findings+=("$1"$'\n'"      $2"); }

# Prints the last value of the option $1 in the other arguments, or nothing. Accepts --port 80 and --port=80.
option() {
  local name=$1 value='' previous=''
  shift
  for word in "$@"; do
    [[ $previous == "$name" ]] && value=$word
    [[ $word == "$name="* ]] && value=${word#*=}
    previous=$word
  done
  printf %s "$value"
}

gigabytes() { awk -v kb="$1" 'BEGIN { printf "%.1f", kb * 1024 / 1e9 }'; }

check_memory() {
  local kb limit
  kb=$(awk '$1 == "MemTotal:" { print $2 }' "$machine_root/proc/meminfo" 2>/dev/null) || true
  for file in "$machine_root"/sys/fs/cgroup/{memory.max,memory/memory.limit_in_bytes}; do
    limit=$(cat "$file" 2>/dev/null) || continue
    # Skips unlimited groups: version 1 shows a number of 19 digits, and version 2 shows `max`.
    [[ $limit =~ ^[0-9]{1,18}$ ]] && ((limit / 1024 < ${kb:-0})) && kb=$((limit / 1024))
  done
  if [[ -n $kb ]] && ((kb < LEAST_MEMORY_KB)); then
    add_finding "It has $(gigabytes "$kb") GB of memory. Innkeeper needs 2 GB." 'Look: free -h'
  fi
}

check_disk() {
  local home=$1 engine=$2 least=$LEAST_DISK_KB directory=$1 free
  [[ $engine == simulated ]] && least=$LEAST_DISK_SIMULATED_KB
  while [[ ! -d $directory && $directory != . ]]; do directory=$(dirname -- "$directory"); done
  free=$(df -Pk -- "$directory" 2>/dev/null | awk 'NR == 2 { print $(NF - 2) }') || true
  if [[ $free =~ ^[0-9]+$ ]] && ((free < least)); then
    add_finding "$(gigabytes "$free") GB are free for $home. Innkeeper needs $(gigabytes "$least") GB." \
      'Use another disk: ./innkeeper up --home /another/disk/innkeeper'
  fi
}

check_port() {
  local address=$1 port=$2
  [[ $address == 0.0.0.0 || $address == :: || $address == '' ]] && address=127.0.0.1
  if [[ $port =~ ^[0-9]{1,5}$ ]] && (exec 3<>"/dev/tcp/$address/$port") 2>/dev/null; then
    add_finding "Another program uses port $port." "Use another port: ./innkeeper up --port $((port + 1))"
  fi
}

# Real guests need Debian's QEMU, which only root can install. An installed QEMU makes both checks unnecessary.
check_engine() {
  [[ $1 == simulated ]] && return
  command -v dpkg-query >/dev/null && command -v qemu-system-x86_64 >/dev/null && return
  local ID='' VERSION_ID='' PRETTY_NAME='another Linux'
  # shellcheck disable=SC1091
  . "$machine_root/etc/os-release" 2>/dev/null || true
  if [[ $ID != debian ]] || ((${VERSION_ID:-99} < 12)); then
    add_finding "Real guests need Debian 12 or newer. This is $PRETTY_NAME." 'Go without real guests: ./innkeeper up --engine simulated'
  elif [[ $(id -u) != 0 ]]; then
    add_finding 'Real guests need QEMU, which only root can install.' \
      'Be root: sudo ./innkeeper up    or go without real guests: ./innkeeper up --engine simulated'
  fi
}

# npm fetches the packages. It runs on any Node.js from 18.20 on.
check_npm() {
  local version
  if ! command -v npm >/dev/null || ! version=$(node --version 2>/dev/null); then
    add_finding 'npm and Node.js are needed to fetch the packages.' 'Install them: apt-get install npm'
  elif ! is_at_least "$version" 18 20; then
    add_finding "Node.js $version is too old to fetch the packages. 18.20 or newer is needed, with npm." 'Install it: apt-get install npm'
  fi
}

# Checks a first start with the arguments of `up`. The configuration of an existing home sets its port and engine.
check_first_start() {
  local home engine address port
  home=$(option --home "$@")
  home=${home:-${INNKEEPER_HOME:-$root/.innkeeper}}
  [[ -e $home/state.json || -e $home/running.json ]] && return
  engine=$(option --engine "$@")
  engine=${engine:-${INNKEEPER_ENGINE_KIND:-${INNKEEPER_ENGINE:-}}}
  check_memory
  check_disk "$home" "$engine"
  [[ -e $home/innkeeper.toml ]] && return
  address=$(option --listen "$@")
  port=$(option --port "$@")
  check_port "${address:-${INNKEEPER_API_ADDRESS:-${INNKEEPER_LISTEN:-}}}" "${port:-${INNKEEPER_API_PORT:-${INNKEEPER_PORT:-7080}}}"
  check_engine "$engine"
}

# Prints all findings and ends the command, if there are any.
refuse_findings() {
  ((${#findings[@]} == 0)) && return
  say 'innkeeper: this machine is not ready for Innkeeper yet:'
  for finding in "${findings[@]}"; do say "  - $finding"; done
  exit 2
}
