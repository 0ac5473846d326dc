// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Somebody whose calls may come from within other calls, where `vm.prank` would not reach
contract Actor {
    function act(address target, bytes calldata data) external returns (bool done) {
        (done,) = target.call(data);
    }
}
