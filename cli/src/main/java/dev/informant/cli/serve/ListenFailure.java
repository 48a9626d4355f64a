package dev.informant.cli.serve;

import dev.informant.cli.CommandException;
import dev.informant.cli.ExitCode;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/** Why a server cannot listen where it should, with the way out. Stateless. */
public final class ListenFailure {
  private ListenFailure() {}

  public static CommandException of(UncheckedIOException failure, String host, int port) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    String wayOut;
    if (address.isUnresolved()) {
      wayOut = "the address does not exist; choose another --host";
    } else if (!isOwn(address.getAddress())) {
      wayOut =
          "the host does not have this address; choose another --host, such as 127.0.0.1 or 0.0.0.0";
    } else {
      Throwable why = failure;
      while (why.getCause() != null) {
        why = why.getCause();
      }
      wayOut = why.getMessage() + "; choose another port, or 0 for a free one";
    }
    return new CommandException(
        ExitCode.USAGE, "cannot listen on " + host + ":" + port + ": " + wayOut, failure);
  }

  private static boolean isOwn(InetAddress address) {
    try {
      return address.isAnyLocalAddress()
          || address.isLoopbackAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unknown) {
      return true;
    }
  }
}
