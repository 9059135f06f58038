"""Reads user data as cloud-init does at a first boot, in a directory of its own. Runs none of the scripts, and fetches no URL.

Usage: read-user-data.py PACKAGES DIRECTORY < user-data. Prints what cloud-init would apply, as JSON.
"""

import json
import os
import sys

packages, directory = sys.argv[1:]
sys.path.insert(0, packages)

from cloudinit import helpers, stages, subp, user_data, util

hooks = []
includes = []


def record_hook(args, **_):
    # Questions about this host get no answer.
    if not args[0].startswith(directory):
        raise subp.ProcessExecutionError(cmd=args)
    with open(args[0], encoding="utf-8") as file:
        hooks.append(file.read())


subp.subp = record_hook
util.get_cmdline = lambda: ""
user_data.UserDataProcessor._do_include = lambda self, content, append_msg: includes.append(content)


class Source:
    """Stands for the data source: it has the user data, and no other facts."""

    def get_userdata(self, apply_filter=False):
        return user_data.UserDataProcessor(paths).process(sys.stdin.buffer.read())

    def get_instance_id(self):
        return "srv-1"


paths = helpers.Paths({"cloud_dir": directory, "run_dir": os.path.join(directory, "run")}, ds=Source())
instance = os.path.join(directory, "instances", "srv-1")
for path in ("run", "instances/srv-1/handlers", "instances/srv-1/scripts", "instances/srv-1/boothooks"):
    os.makedirs(os.path.join(directory, path))
os.symlink(instance, os.path.join(directory, "instance"))
# Facts for templates. cloud-init writes them before it reads user data.
for name in ("instance_data", "instance_data_sensitive"):
    with open(paths.get_runpath(name), "w", encoding="utf-8") as file:
        json.dump({"v1": {"local_hostname": "web1"}}, file)

init = stages.Init()
init._paths = paths
# No configuration of this host.
init._cfg = {}
init.datasource = Source()
init._consume_userdata()


def contents(*names):
    folder = os.path.join(instance, *names)
    read = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            read[name] = file.read()
    return read


with open(paths.get_ipath("cloud_config"), encoding="utf-8") as file:
    config = util.load_yaml(file.read(), default={})

json.dump(
    {
        "config": config,
        "scripts": contents("scripts"),
        "hooks": hooks,
        "includes": includes,
    },
    sys.stdout,
)
